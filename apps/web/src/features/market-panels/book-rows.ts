import { assert, formatDecimal, parseDecimal } from '@fft/decimal';

/** Levels best first, each `[price, quantity]` as the wire has them. */
export type Levels = readonly (readonly [string, string])[];

/** A price step of the shown book, and the decimal places of its prices. */
export interface Grouping {
  /** Units of the price's last place. */
  readonly step: number;
  readonly places: number;
  /** `0.1`, `1`, `10` … */
  readonly text: string;
}

export interface BookRow {
  /** React key: prices of one grouping differ. */
  readonly price: string;
  readonly quantity: string;
  /** Length of its bar, 0 to 1: cumulative quantity, relative to the maximum of both sides. */
  readonly depth: number;
  /** One of the customer's orders is at this price. */
  readonly own: boolean;
}

export interface BookSides {
  readonly bids: readonly BookRow[];
  readonly asks: readonly BookRow[];
  /** The bids' share of the quantity near the middle in every layout, in whole percent; null for an empty book. */
  readonly bidPercent: number | null;
}

/** Rows per side that count for the balance of bids and asks. */
const rowsWeighed = 7;

interface BookView {
  readonly grouping: Grouping;
  readonly pricePlaces: number;
  readonly quantityPlaces: number;
  readonly rows: { readonly bids: number; readonly asks: number };
  /** Prices of the customer's open orders. */
  readonly own: { readonly bids: readonly string[]; readonly asks: readonly string[] };
}

/** The steps that a book can be grouped by: the tick and ten, a hundred, a thousand times it. */
export function groupings(tickSize: string, pricePlaces: number): readonly Grouping[] {
  const tick = unitsOf(tickSize, pricePlaces);
  return [1, 10, 100, 1000].map((times) => {
    const step = tick * times;
    const text = formatDecimal(step, pricePlaces, { trim: true });
    return { step, places: text.includes('.') ? text.length - text.indexOf('.') - 1 : 0, text };
  });
}

/** The rows of the book: grouped, limited, with bars and marks of the customer's orders. */
export function bookRows(bids: Levels, asks: Levels, view: BookView): BookSides {
  const [allBids, allAsks] = [groupLevels(bids, 'bids', view), groupLevels(asks, 'asks', view)];
  const shownBids = allBids.slice(0, view.rows.bids);
  const shownAsks = allAsks.slice(0, view.rows.asks);
  const [bidTotal, askTotal] = [total(shownBids), total(shownAsks)];
  const most = Math.max(bidTotal, askTotal);
  const [bidWeight, askWeight] = [total(allBids.slice(0, rowsWeighed)), total(allAsks.slice(0, rowsWeighed))];
  return {
    bids: toRows(shownBids, most, ownPrices('bids', view), view),
    asks: toRows(shownAsks, most, ownPrices('asks', view), view),
    bidPercent: bidWeight + askWeight === 0 ? null : Math.round((bidWeight / (bidWeight + askWeight)) * 100),
  };
}

interface Group {
  readonly price: number;
  quantity: number;
}

/** Rounds bids down and asks up to the next step and adds quantities, so that no price looks better than it is. Stops at the shown number of groups. */
function groupLevels(
  levels: Levels,
  side: 'bids' | 'asks',
  { grouping, pricePlaces, quantityPlaces, rows }: BookView,
): Group[] {
  const groups: Group[] = [];
  const most = Math.max(rows[side], rowsWeighed);
  for (const [price, quantity] of levels) {
    const at = toStep(unitsOf(price, pricePlaces), side, grouping.step);
    const last = groups.at(-1);
    if (last?.price !== at && groups.length >= most) break;
    if (last?.price === at) last.quantity += unitsOf(quantity, quantityPlaces);
    else groups.push({ price: at, quantity: unitsOf(quantity, quantityPlaces) });
  }
  return groups;
}

function toStep(units: number, side: 'bids' | 'asks', step: number): number {
  const down = units - (units % step);
  return side === 'bids' || down === units ? down : down + step;
}

const total = (groups: readonly Group[]): number => groups.reduce((sum, { quantity }) => sum + quantity, 0);

function ownPrices(side: 'bids' | 'asks', { own, grouping, pricePlaces }: BookView): ReadonlySet<number> {
  return new Set(own[side].map((price) => toStep(unitsOf(price, pricePlaces), side, grouping.step)));
}

function toRows(groups: readonly Group[], most: number, own: ReadonlySet<number>, view: BookView): readonly BookRow[] {
  let sum = 0;
  return groups.map((group) => {
    sum += group.quantity;
    return {
      price: shownPrice(group.price, view),
      quantity: formatDecimal(group.quantity, view.quantityPlaces),
      depth: sum / most,
      own: own.has(group.price),
    };
  });
}

function shownPrice(units: number, { grouping, pricePlaces }: BookView): string {
  const text = formatDecimal(units, pricePlaces);
  return grouping.places === pricePlaces
    ? text
    : text.slice(0, text.length - pricePlaces + grouping.places - (grouping.places === 0 ? 1 : 0));
}

function unitsOf(text: string, places: number): number {
  const parsed = parseDecimal(text, places);
  assert(parsed.ok, 'a level of the book is not in its market’s steps');
  return parsed.units;
}
