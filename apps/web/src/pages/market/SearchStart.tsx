import { MarketRow } from '../../features/market-data/MarketRow.tsx';
import { tradePath } from '../../features/market-data/market-paths.ts';
import { RecentMarkets } from '../../features/search/RecentMarkets.tsx';
import { searchTexts } from '../../features/search/search-texts.ts';
import { navigate } from '../../lib/routing/index.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './SearchStart.module.css';

export interface SearchStartProps {
  readonly listed: ReadonlySet<string>;
  readonly popular: readonly string[];
  /** Prices are out of date and shown in grey. */
  readonly stale: boolean;
  readonly onOpen: (symbol: string) => void;
}

/** What a search shows while nothing is typed: what was found before, and what most trade. */
export function SearchStart({ listed, popular, stale, onOpen }: SearchStartProps) {
  const t = useTexts(searchTexts);
  return (
    <>
      <RecentMarkets
        listed={listed}
        onChoose={(symbol) => (onOpen(symbol), navigate(tradePath(symbol)))}
        className={styles.recent}
      />
      <section aria-label={t.popular}>
        <h2 className={styles.title}>{t.popular}</h2>
        <ul className={styles.list}>
          {popular.map((symbol) => (
            <li key={symbol}>
              <MarketRow symbol={symbol} stale={stale} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
