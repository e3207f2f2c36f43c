import { Chip, classes, IconButton } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { forgetRecent, useRecentMarkets } from './recent-markets.ts';
import { searchTexts } from './search-texts.ts';
import styles from './Search.module.css';

export interface RecentMarketsProps {
  /** Those that the exchange has now. */
  readonly listed: ReadonlySet<string>;
  readonly onChoose: (symbol: string) => void;
  readonly className?: string | undefined;
}

/** The markets that were found before; nothing without any. */
export function RecentMarkets({ listed, onChoose, className }: RecentMarketsProps) {
  const t = useTexts(searchTexts);
  const recent = useRecentMarkets().filter((symbol) => listed.has(symbol));
  if (recent.length === 0) return null;
  return (
    <section className={classes(styles.recent, className)} aria-label={t.recent}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t.recent}</h2>
        <IconButton icon="trash" size={18} label={t.clear} onClick={forgetRecent} className={styles.clear} />
      </div>
      <SymbolChips symbols={recent} onChoose={onChoose} />
    </section>
  );
}

export interface SymbolChipsProps {
  readonly symbols: readonly string[];
  readonly onChoose: (symbol: string) => void;
}

export function SymbolChips({ symbols, onChoose }: SymbolChipsProps) {
  return (
    <div className={styles.chips}>
      {symbols.map((symbol) => (
        <Chip key={symbol} aria-pressed={undefined} onClick={() => onChoose(symbol)}>
          {symbol}
        </Chip>
      ))}
    </div>
  );
}
