import type { Market } from '@fft/contract';
import { DemoTag } from '../demo/index.ts';
import { directionOf, formatCompact, formatPrice } from '../../lib/format/index.ts';
import { classes } from '../../ui/kit/index.ts';
import { useTicker } from '../live/index.ts';
import { Change, useLocalValue } from '../market-data/index.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import styles from './MarketNumbers.module.css';

/** The last price and the day's figures, live. */
export function MarketNumbers({ market }: { readonly market: Market }) {
  const t = useTexts(chartTexts);
  const lang = useLang();
  const local = useLocalValue();
  const ticker = useTicker(market.symbol)?.ticker ?? null;
  const direction = directionOf(ticker?.change);
  return (
    <section className={styles.numbers} aria-label={market.symbol}>
      <div className={styles.main}>
        <p className={classes(styles.last, styles[direction])} aria-label={t.last} data-testid="chart-last">
          {formatPrice(ticker?.last)}
        </p>
        <p className={styles.second}>
          <span className={styles.local}>≈ {local(ticker?.value ?? null)}</span>
          <Change change={ticker?.change ?? null} state={ticker?.state} />
        </p>
        <DemoTag />
      </div>
      <dl className={styles.facts}>
        <Fact name={t.high} value={formatPrice(ticker?.high)} />
        <Fact name={t.volume(market.base)} value={formatCompact(ticker?.volume, lang)} />
        <Fact name={t.low} value={formatPrice(ticker?.low)} />
        <Fact name={t.turnover(market.quote)} value={formatCompact(ticker?.turnover, lang)} />
      </dl>
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
