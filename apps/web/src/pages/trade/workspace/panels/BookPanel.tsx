import type { Market } from '@fft/contract';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatAmount, formatPrice, missing } from '../../../../lib/format/index.ts';
import { Choice, classes, Delayed, Skeleton } from '../../../../ui/kit/index.ts';
import { useBook } from '../../../../features/live/book.ts';
import { useTicker } from '../../../../features/live/tickers.ts';
import { Arrow } from '../../../../features/market-data/Change.tsx';
import { useLocalValue } from '../../../../features/market-data/use-local-value.ts';
import { type BookRow, groupings } from '../../../../features/market-panels/book-rows.ts';
import { depthBars, rowHeight } from '../../../../features/market-panels/depth-bars.ts';
import { subtract } from '../../../../lib/exact.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { tradeTexts } from '../../../../i18n/trade.ts';
import { useTexts } from '../../../../i18n/index.ts';
import type { BookLayout } from '../../book/book-settings.ts';
import { LayoutSwitch } from '../../book/LayoutSwitch.tsx';
import { useBookSides } from '../../book/use-book-sides.ts';
import { PanelFrame } from '../layout/PanelFrame.tsx';
import { cumulated, takenUpTo } from './book-sums.ts';
import styles from './BookPanel.module.css';

export interface BookPanelProps {
  readonly market: Market;
  readonly onTake: (price: string) => void;
}

type BookSide = 'bid' | 'ask';

/** Least height of the line between both sides, CSS px; it takes what the rows leave. */
const middleHeight = 44;
/** Rows per side; more than fit are cut, fewer than this leave nothing to read. */
const rowBounds = { least: 3, most: 40 };

/** The book as high as its panel: price, quantity and sum, grouped; pointing at a row tells what taking all up to it costs. */
export function BookPanel({ market, onTake }: BookPanelProps) {
  const t = useTexts(tradeTexts);
  const workspace = useTexts(workspaceTexts);
  const steps = useMemo(() => groupings(market.tickSize, market.pricePlaces), [market]);
  const [stepText, setStepText] = useState(steps[0]?.text ?? '');
  const [count, area] = useRowCount();
  const book = useBook(market.symbol);
  const [layout, setLayout] = useState<BookLayout>('both');
  // A side that is alone has the other one's rows too.
  const rows = useMemo(() => {
    if (layout === 'both') return { bids: count, asks: count };
    return layout === 'bids' ? { bids: 2 * count, asks: 0 } : { bids: 0, asks: 2 * count };
  }, [count, layout]);
  const sides = useBookSides(market, { book: book.value, stepText, rows });
  const [pointed, setPointed] = useState<{ readonly side: BookSide; readonly place: number } | null>(null);
  const point = useCallback(
    (side: BookSide, place: number | null) => setPointed(place === null ? null : { side, place }),
    [],
  );
  const isStale = book.status === 'failed' && book.value !== null;
  const [bestBid, bestAsk] = [book.value?.bids[0]?.[0], book.value?.asks[0]?.[0]];
  // The same element, which isn't rendered again with each change of the book.
  const aside = useMemo(
    () => (
      <>
        <Choice
          label={t.grouping}
          look="bare"
          options={steps.map(({ text }) => ({ value: text, label: text }))}
          value={stepText}
          onChange={setStepText}
        />
        <LayoutSwitch layout={layout} onChange={setLayout} className={styles.layout} />
      </>
    ),
    [t, steps, stepText, layout],
  );
  const shown = pointed && sides?.[pointed.side === 'bid' ? 'bids' : 'asks'].slice(0, pointed.place + 1);
  return (
    <PanelFrame
      name="book"
      title={isStale ? `${t.book}, ${t.staleBook}` : workspace.panels.book}
      aside={aside}
      className={classes(isStale && styles.stale)}
    >
      <div className={styles.head} aria-hidden="true">
        <span>{t.bookPrice}</span>
        <span>{t.bookQuantity}</span>
        <span>{workspace.sum}</span>
      </div>
      <div ref={area} className={styles.area}>
        {sides === null ? (
          <Delayed>
            <div className={styles.loading} aria-hidden="true">
              {Array.from({ length: 10 }, (_, row) => (
                <Skeleton key={row} height={14} />
              ))}
            </div>
          </Delayed>
        ) : (
          <>
            {rows.asks > 0 && (
              <Side
                side="ask"
                name={t.asks}
                rows={sides.asks}
                count={rows.asks}
                {...{ market, pointed, onTake }}
                onPoint={point}
              />
            )}
            <Middle market={market} spread={bestBid && bestAsk ? subtract(bestAsk, bestBid) : null} />
            {rows.bids > 0 && (
              <Side
                side="bid"
                name={t.bids}
                rows={sides.bids}
                count={rows.bids}
                {...{ market, pointed, onTake }}
                onPoint={point}
              />
            )}
          </>
        )}
      </div>
      <Taken market={market} rows={shown ?? []} />
    </PanelFrame>
  );
}

/** How many rows per side fit into the element, and its ref. */
function useRowCount() {
  const area = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(10);
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const fitting = Math.floor((element.clientHeight - middleHeight) / 2 / rowHeight);
      setCount(Math.min(rowBounds.most, Math.max(rowBounds.least, fitting)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [count, area] as const;
}

interface SideProps {
  readonly side: BookSide;
  readonly name: string;
  /** Best first. */
  readonly rows: readonly BookRow[];
  readonly count: number;
  readonly market: Market;
  readonly pointed: { readonly side: BookSide; readonly place: number } | null;
  readonly onTake: (price: string) => void;
  readonly onPoint: (side: BookSide, place: number | null) => void;
}

const barsOf = {
  ask: { best: 'bottom', edge: 'right', tint: 'var(--down-tint)' },
  bid: { best: 'top', edge: 'right', tint: 'var(--up-tint)' },
} as const;

function Side({ side, name, rows, count, market, pointed, onTake, onPoint }: SideProps) {
  const sums = useMemo(() => cumulated(rows, market.quantityPlaces), [rows, market.quantityPlaces]);
  const style = {
    height: count * rowHeight,
    ...depthBars(
      rows.map(({ depth }) => depth),
      barsOf[side],
    ),
  };
  const upTo = pointed?.side === side ? pointed.place : -1;
  return (
    <ul
      className={classes(styles.side, styles[side])}
      style={style}
      aria-label={name}
      onPointerLeave={() => onPoint(side, null)}
    >
      {rows.map(({ price, quantity, own }, place) => (
        <Line
          key={price}
          {...{ side, place, price, quantity, own, onTake, onPoint }}
          sum={sums[place] ?? ''}
          isTaken={place <= upTo}
        />
      ))}
    </ul>
  );
}

interface LineProps extends Pick<SideProps, 'side' | 'onTake' | 'onPoint'> {
  readonly place: number;
  readonly price: string;
  readonly quantity: string;
  readonly sum: string;
  readonly own: boolean;
  readonly isTaken: boolean;
}

const Line = memo(function Line({ side, place, price, quantity, sum, own, isTaken, onTake, onPoint }: LineProps) {
  const t = useTexts(tradeTexts);
  const words = `${t.takePrice(formatPrice(price))}, ${t.bookQuantity} ${formatAmount(quantity)}`;
  return (
    <li>
      <button
        type="button"
        className={classes(styles.line, isTaken && styles.taken)}
        data-testid={`book-${side}-row`}
        data-price={price}
        data-quantity={quantity}
        aria-label={own ? `${words}, ${t.own}` : words}
        onClick={() => onTake(price)}
        onPointerEnter={() => onPoint(side, place)}
        onFocus={() => onPoint(side, place)}
        onBlur={() => onPoint(side, null)}
      >
        {own && <span className={styles.own} />}
        <span className={styles.price}>{formatPrice(price)}</span>
        <span>{formatAmount(quantity)}</span>
        <span className={styles.sum}>{formatAmount(sum)}</span>
      </button>
    </li>
  );
});

interface MiddleProps {
  readonly market: Market;
  readonly spread: string | null;
}

const Middle = memo(function Middle({ market, spread }: MiddleProps) {
  const t = useTexts(tradeTexts);
  const workspace = useTexts(workspaceTexts);
  const live = useTicker(market.symbol);
  const inLocal = useLocalValue();
  const move = live?.move ?? null;
  return (
    <div className={styles.middle} style={{ minHeight: middleHeight }} role="group" aria-label={t.last}>
      <span className={classes(styles.last, move && styles[move])}>
        {formatPrice(live?.ticker.last)}
        {move && <Arrow direction={move} size={10} />}
      </span>
      <span className={styles.aside}>
        <span>≈ {inLocal(live?.ticker.value ?? null)}</span>
        <span>
          {workspace.spread} {spread === null ? missing : formatPrice(spread)}
        </span>
      </span>
    </div>
  );
});

/** What an order would pay that takes these rows, best first. */
function Taken({ market, rows }: { readonly market: Market; readonly rows: readonly BookRow[] }) {
  const t = useTexts(workspaceTexts);
  const taken = rows.length === 0 ? null : takenUpTo(rows, market);
  return (
    <dl className={styles.foot} data-testid="book-taken">
      <div>
        <dt>{t.upTo.average}</dt>
        <dd>{taken === null ? missing : formatPrice(taken.average)}</dd>
      </div>
      <div>
        <dt>
          {t.upTo.quantity} ({market.base})
        </dt>
        <dd>{taken === null ? missing : formatAmount(taken.quantity)}</dd>
      </div>
      <div>
        <dt>
          {t.upTo.amount} ({market.quote})
        </dt>
        <dd>{taken === null ? missing : formatAmount(taken.amount)}</dd>
      </div>
    </dl>
  );
}
