import type { Market } from '@fft/contract';
import { memo, useMemo, useState } from 'react';
import { DemoTag } from '../../../features/demo/index.ts';
import { formatPrice } from '../../../lib/format/index.ts';
import { Choice, classes, Skeleton } from '../../../ui/kit/index.ts';
import { useBook } from '../../../features/live/book.ts';
import { useTicker } from '../../../features/live/tickers.ts';
import { Arrow } from '../../../features/market-data/Change.tsx';
import { useLocalValue } from '../../../features/market-data/use-local-value.ts';
import { useTexts } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { BookLine, EmptyLine } from './BookLine.tsx';
import { placesFor } from './fitted.ts';
import { groupings, type BookRow } from '../../../features/market-panels/book-rows.ts';
import { depthBars, rowHeight } from '../../../features/market-panels/depth-bars.ts';
import { rowsOf, type BookLayout } from './book-settings.ts';
import { LayoutSwitch } from './LayoutSwitch.tsx';
import { useBookSides } from './use-book-sides.ts';
import styles from './BookPanel.module.css';

export interface BookPanelProps {
  readonly market: Market;
  readonly onTake: (price: string) => void;
}

/** The order book beside the form: asks above, last price, bids below. */
export function BookPanel({ market, onTake }: BookPanelProps) {
  const t = useTexts(tradeTexts);
  const book = useBook(market.symbol);
  const steps = useMemo(() => groupings(market.tickSize, market.pricePlaces), [market]);
  const [stepText, setStepText] = useState(steps[0]?.text ?? '');
  const [layout, setLayout] = useState<BookLayout>('both');
  const sides = useBookSides(market, { book: book.value, stepText, rows: rowsOf[layout] });
  const rows = rowsOf[layout];
  const places = placesFor([...(sides?.asks ?? []), ...(sides?.bids ?? [])].map(({ quantity }) => quantity));
  const stale = book.status === 'failed' && book.value !== null;

  return (
    <section
      className={classes(styles.panel, stale && styles.stale)}
      aria-label={stale ? `${t.book}, ${t.staleBook}` : t.book}
    >
      <div className={styles.head} aria-hidden="true">
        <span>
          {t.bookPrice}
          <br />({market.quote})
        </span>
        <span>
          {t.bookQuantity}
          <br />({market.base})
        </span>
      </div>
      {sides === null ? (
        <NoBook failed={book.status === 'failed'} />
      ) : (
        <>
          <Side side="ask" name={t.asks} rows={sides.asks} count={rows.asks} places={places} onTake={onTake} />
          <LastPrice market={market} />
          <Side side="bid" name={t.bids} rows={sides.bids} count={rows.bids} places={places} onTake={onTake} />
        </>
      )}
      <div>
        <Ratio percent={sides?.bidPercent ?? null} />
      </div>
      <div className={styles.settings}>
        <Choice
          label={t.grouping}
          look="small"
          className={styles.step}
          options={steps.map(({ text }) => ({ value: text, label: text }))}
          value={stepText}
          onChange={setStepText}
        />
        <LayoutSwitch layout={layout} onChange={setLayout} className={styles.layout} />
      </div>
    </section>
  );
}

const numbered = (count: number): readonly number[] => Array.from({ length: count }, (_, place) => place);

interface SideProps {
  readonly side: 'bid' | 'ask';
  readonly name: string;
  /** Best first. */
  readonly rows: readonly BookRow[];
  /** Number of rows, filled or not. */
  readonly count: number;
  /** Decimals of all quantities. */
  readonly places: number;
  readonly onTake: (price: string) => void;
}

const barsOf = {
  ask: { best: 'bottom', edge: 'right', tint: 'var(--down-tint)' },
  bid: { best: 'top', edge: 'right', tint: 'var(--up-tint)' },
} as const;

/** One side of the book, of fixed height, so that nothing around it moves. The best prices are next to the middle. */
function Side({ side, name, rows, count, places, onTake }: SideProps) {
  const style = {
    height: count * rowHeight,
    ...depthBars(
      rows.map(({ depth }) => depth),
      barsOf[side],
    ),
  };
  return (
    <div>
      <ul className={styles.side} style={style} aria-label={name}>
        {numbered(count).map((place) => {
          const row = rows[side === 'ask' ? count - 1 - place : place];
          // Rows are keyed by price, so that one that appears or disappears leaves the others unchanged.
          return row === undefined ? (
            <EmptyLine key={`empty ${place}`} />
          ) : (
            <BookLine
              key={row.price}
              side={side}
              price={row.price}
              quantity={row.quantity}
              places={places}
              own={row.own}
              onTake={onTake}
            />
          );
        })}
      </ul>
    </div>
  );
}

/** Shown while the book loads or after it failed to load. Loading is retried indefinitely. */
function NoBook({ failed }: { readonly failed: boolean }) {
  const t = useTexts(tradeTexts);
  return failed ? (
    <p className={styles.failed} role="status">
      {t.bookFailed}
    </p>
  ) : (
    <div className={styles.loading} aria-hidden="true">
      {numbered(14).map((place) => (
        <Skeleton key={place} height={14} />
      ))}
    </div>
  );
}

const LastPrice = memo(function LastPrice({ market }: { readonly market: Market }) {
  const t = useTexts(tradeTexts);
  const live = useTicker(market.symbol);
  const inLocal = useLocalValue();
  const move = live?.move ?? null;
  return (
    <div className={styles.last} aria-label={t.last} role="group">
      <span className={classes(styles.price, move && styles[move])}>
        {formatPrice(live?.ticker.last)}
        {move && <Arrow direction={move} size={9} />}
      </span>
      <span className={styles.second}>
        <span className={styles.worth}>≈ {inLocal(live?.ticker.value ?? null)}</span>
        <span className={styles.demo}>
          <DemoTag short />
        </span>
      </span>
    </div>
  );
});

/** Share of the visible quantity on the bid side and on the ask side. */
const Ratio = memo(function Ratio({ percent }: { readonly percent: number | null }) {
  const t = useTexts(tradeTexts);
  const bids = percent ?? 50;
  return (
    <div className={styles.ratio} role="img" aria-label={percent === null ? t.ratio(0, 0) : t.ratio(bids, 100 - bids)}>
      <span className={styles.bids}>
        {t.bidLetter} {percent === null ? '--' : `${bids}%`}
      </span>
      <span className={styles.scale}>
        <span className={styles.bidPart} style={{ flexGrow: bids }} />
        <span className={styles.askPart} style={{ flexGrow: 100 - bids }} />
      </span>
      <span className={styles.asksText}>
        {percent === null ? '--' : `${100 - bids}%`} {t.askLetter}
      </span>
    </div>
  );
});
