import { calls, type Market } from '@fft/contract';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';
import { formatPrice } from '../../lib/format/index.ts';
import { classes, Delayed, Empty, ErrorState, Icon, Skeleton } from '../../ui/kit/index.ts';
import { chartPath } from '../../features/market-data/market-paths.ts';
import { Sparkline } from '../../features/market-data/Sparkline.tsx';
import { Link } from '../../lib/routing/index.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './ChartPreview.module.css';
import { course, type Stretch, stretches } from './price-course.ts';

/** Interval between refreshes of the line. */
const refreshMs = 30_000;

/** A market's price over a day, a week or a month as one line; links to the chart. */
export function ChartPreview({ market }: { readonly market: Market }) {
  const t = useTexts(chartTexts);
  const [stretch, setStretch] = useState<Stretch>('day');
  const { interval, limit } = stretches[stretch];
  const { data, error, isFetching, refetch } = useCall(
    calls.candles.list,
    { symbol: market.symbol, interval, limit },
    { refetchIntervalMs: refreshMs, quiet: true },
  );
  const line = data && course(data);
  return (
    <section className={styles.preview} aria-label={t.course}>
      <div className={styles.head}>
        <div role="group" aria-label={t.stretch}>
          {(['day', 'week', 'month'] as const).map((one) => (
            <button
              key={one}
              type="button"
              className={classes(styles.stretch, one === stretch && styles.chosen)}
              aria-pressed={one === stretch}
              onClick={() => setStretch(one)}
            >
              {t.stretches[one]}
            </button>
          ))}
        </div>
        <Link to={chartPath(market.symbol)} className={styles.more}>
          {t.openChart}
          <Icon name="chevron-right" size={14} />
        </Link>
      </div>
      <div className={styles.box}>
        {line ? (
          <>
            <Sparkline closes={line.closes} tone={line.direction} width={358} height={132} />
            <span className={styles.high}>{formatPrice(line.high)}</span>
            <span className={styles.low}>{formatPrice(line.low)}</span>
          </>
        ) : data ? (
          <Empty drawing="chart" title={t.noTrades} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <Delayed>
            <Skeleton height={132} />
          </Delayed>
        )}
      </div>
    </section>
  );
}
