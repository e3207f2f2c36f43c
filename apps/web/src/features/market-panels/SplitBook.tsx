import type { Market } from '@fft/contract';
import { memo, useMemo } from 'react';
import { formatAmount, formatPrice } from '../../lib/format/index.ts';
import { classes, Delayed, Empty, Skeleton } from '../../ui/kit/index.ts';
import { useBook } from '../live/index.ts';
import { chartTexts } from '../../i18n/chart.ts';
import { useTexts } from '../../i18n/index.ts';
import { type BookRow, bookRows, groupings } from './book-rows.ts';
import { depthBars } from './depth-bars.ts';
import styles from './SplitBook.module.css';

const rowsShown = 20;
const nobodysOwn = { bids: [], asks: [] };

/** The order book with bids on the left and asks on the right, best first. */
export function SplitBook({ market, rows = rowsShown }: { readonly market: Market; readonly rows?: number }) {
  const t = useTexts(chartTexts);
  const { status, value } = useBook(market.symbol);
  const sides = useMemo(() => {
    const [grouping] = groupings(market.tickSize, market.pricePlaces);
    if (value === null || grouping === undefined) return null;
    const { pricePlaces, quantityPlaces } = market;
    const shown = { bids: rows, asks: rows };
    return bookRows(value.bids, value.asks, { grouping, pricePlaces, quantityPlaces, rows: shown, own: nobodysOwn });
  }, [market, value, rows]);

  if (sides === null) return status === 'failed' ? <p className={styles.failed}>{t.bookFailed}</p> : <Loading />;
  if (sides.bids.length + sides.asks.length === 0) return <Empty title={t.noOrders} />;
  return (
    <div className={classes(styles.book, status === 'failed' && styles.stale)}>
      <Side side="bid" name={t.bids} rows={sides.bids} market={market} />
      <Side side="ask" name={t.asks} rows={sides.asks} market={market} />
    </div>
  );
}

interface SideProps {
  readonly side: 'bid' | 'ask';
  readonly name: string;
  readonly rows: readonly BookRow[];
  readonly market: Market;
}

const barsOf = {
  bid: { best: 'top', edge: 'right', tint: 'var(--up-tint)' },
  ask: { best: 'top', edge: 'left', tint: 'var(--down-tint)' },
} as const;

function Side({ side, name, rows, market }: SideProps) {
  const t = useTexts(chartTexts);
  const bars = depthBars(
    rows.map(({ depth }) => depth),
    barsOf[side],
  );
  return (
    <div className={classes(styles.side, styles[side])}>
      <p className={styles.head} aria-hidden="true">
        <span>{t.price(market.quote)}</span>
        <span>{t.quantity(market.base)}</span>
      </p>
      <ul aria-label={name} style={bars}>
        {rows.map(({ price, quantity }, place) => (
          // A row is its place: the prices run through the places.
          <Line key={`${side}${String(place)}`} price={price} quantity={quantity} />
        ))}
      </ul>
    </div>
  );
}

const Line = memo(function Line({ price, quantity }: Pick<BookRow, 'price' | 'quantity'>) {
  return (
    <li className={styles.line} data-testid="split-book-row">
      <span className={styles.price}>{formatPrice(price)}</span>
      <span className={styles.quantity}>{formatAmount(quantity)}</span>
    </li>
  );
});

function Loading() {
  return (
    <Delayed>
      <div className={styles.loading} aria-hidden="true">
        {Array.from({ length: 8 }, (_, row) => (
          <Skeleton key={row} />
        ))}
      </div>
    </Delayed>
  );
}
