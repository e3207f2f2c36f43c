import type { Market } from '@fft/contract';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { formatAmount, formatPrice } from '../../../lib/format/index.ts';
import { classes, Delayed, Empty, ErrorState, Skeleton } from '../../../ui/kit/index.ts';
import { useBook } from '../../live/index.ts';
import { chartTexts } from '../../../i18n/chart.ts';
import { useTexts } from '../../../i18n/index.ts';
import { plainNumber } from '../candles/chart-numbers.ts';
import { depthPath, depthPicture, stepAt } from './depth-steps.ts';
import styles from './DepthChart.module.css';

const width = 1000;
const height = 400;

/** Cumulative quantity of the book up to each price, bids on the left and asks on the right. */
export function DepthChart({ market }: { readonly market: Market }) {
  const t = useTexts(chartTexts);
  const { status, value, error } = useBook(market.symbol);
  const picture = useMemo(() => (value === null ? null : depthPicture(value.bids, value.asks)), [value]);
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);

  function point(event: PointerEvent): void {
    const bounds = box.current?.getBoundingClientRect();
    if (bounds) setPointed((event.clientX - bounds.left) / bounds.width);
  }

  if (value === null) {
    if (status === 'failed') return <ErrorState error={error} />;
    return (
      <Delayed>
        <div className={styles.loading}>
          <Skeleton height="60%" />
        </div>
      </Delayed>
    );
  }
  if (picture === null) return <Empty drawing="chart" title={t.noOrders} />;
  const span = picture.highest - picture.lowest;
  const found = pointed === null ? null : stepAt(picture, picture.lowest + pointed * span);
  const price = (at: number): string => formatPrice(at.toFixed(market.pricePlaces));
  return (
    <figure className={classes(styles.depth, status === 'failed' && styles.stale)}>
      <figcaption className={styles.caption} aria-live="off">
        <span className={styles.bids}>{t.bids}</span>
        <span className={styles.asks}>{t.asks}</span>
        {status === 'failed' && (
          <span className={styles.note} role="status">
            {t.stale}
          </span>
        )}
        {found && (
          <output className={styles.found}>
            {t.depthUpTo(price(found.step.price))} {formatAmount(found.step.total.toFixed(market.quantityPlaces))}{' '}
            {market.base}
          </output>
        )}
      </figcaption>
      <div
        ref={box}
        className={styles.box}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t.depthOf(market.symbol)}
        >
          <path className={styles.bidArea} d={depthPath('bids', picture, width, height)} />
          <path className={styles.askArea} d={depthPath('asks', picture, width, height)} />
        </svg>
        {pointed !== null && <span className={styles.pointer} style={{ left: `${pointed * 100}%` }} />}
        <span className={styles.most}>{plainNumber(picture.most, market.quantityPlaces)}</span>
      </div>
      <div className={styles.prices}>
        <span>{price(picture.lowest)}</span>
        <span className={styles.middle}>{price(picture.middle)}</span>
        <span>{price(picture.highest)}</span>
      </div>
    </figure>
  );
}
