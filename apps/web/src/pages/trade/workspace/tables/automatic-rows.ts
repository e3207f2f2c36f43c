import type { Order, RecurringBuy, Twap } from '@fft/contract';
import { averageOf } from '../../../../lib/averages.ts';
import { add, perMille } from '../../../../lib/exact.ts';

/** A plan that the exchange carries out for the customer, or orders that were placed together. */
export type Automatic = { readonly id: string; readonly time: number; readonly nextAt: number | null } & Plan;
type Plan =
  | { readonly kind: 'twap'; readonly twap: Twap }
  | { readonly kind: 'scaled'; readonly scaled: Scaled }
  | { readonly kind: 'recurring'; readonly buy: RecurringBuy };

/** The open orders of a scaled order. */
export interface Scaled {
  readonly parent: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly open: number;
  readonly filled: string;
  readonly quantity: string;
  readonly average: string | null;
}

/** The plans, those that go on first, each kind newest first. */
export function automaticRows(
  twaps: readonly Twap[],
  open: readonly Order[],
  buys: readonly RecurringBuy[],
): readonly Automatic[] {
  const [running, ended] = [
    twaps.filter(({ state }) => state !== 'ended'),
    twaps.filter(({ state }) => state === 'ended'),
  ];
  return [...running.map(ofTwap), ...scaledOrders(open), ...buys.map(ofBuy), ...ended.map(ofTwap)];
}

function ofTwap(twap: Twap): Automatic {
  const { id, time, nextAt, waiting, done, orders } = twap;
  return { kind: 'twap', id: `twap:${id}`, time, nextAt: waiting || done >= orders ? null : nextAt, twap };
}

const ofBuy = (buy: RecurringBuy): Automatic => ({
  kind: 'recurring',
  id: `recurring:${buy.id}`,
  time: buy.time,
  nextAt: buy.nextAt,
  buy,
});

function scaledOrders(open: readonly Order[]): readonly Automatic[] {
  const children = open.filter(({ parent }) => parent?.kind === 'scaled');
  return [...Map.groupBy(children, ({ parent }) => parent?.id ?? '')].flatMap(([parent, orders]) => {
    const [first] = orders;
    if (first === undefined) return [];
    const sum = (of: (order: Order) => string | null) => orders.reduce((all, order) => add(all, of(order) ?? '0'), '0');
    const [filled, total] = [sum((order) => order.filled), sum((order) => order.filledTotal)];
    const { symbol, side } = first;
    const scaled: Scaled = {
      parent,
      symbol,
      side,
      open: orders.length,
      filled,
      quantity: sum(({ quantity }) => quantity),
      average: averageOf(total, filled, placesOf(first.price)),
    };
    const time = Math.min(...orders.map((order) => order.time));
    return [{ kind: 'scaled' as const, id: `scaled:${parent}`, time, nextAt: null, scaled }];
  });
}

/** The market's, as a price on the wire has all of them. */
const placesOf = (price: string | null): number => price?.split('.')[1]?.length ?? 0;

/** The market, or the coins of a recurring buy. */
export function marketOf(row: Automatic): string {
  if (row.kind === 'recurring') return `${row.buy.from} → ${row.buy.to}`;
  return row.kind === 'twap' ? row.twap.symbol : row.scaled.symbol;
}

/** True for a plan of this market, or between its coins. */
export function isOf(row: Automatic, symbol: string): boolean {
  if (row.kind !== 'recurring') return marketOf(row) === symbol;
  const { from, to } = row.buy;
  return symbol === `${from}/${to}` || symbol === `${to}/${from}`;
}

export function sideOf(row: Automatic): 'buy' | 'sell' {
  if (row.kind === 'recurring') return 'buy';
  return row.kind === 'twap' ? row.twap.side : row.scaled.side;
}

/** Average price of what is filled; null if nothing is, and for recurring buys, whose buys are listed one by one. */
export function averageOfRow(row: Automatic): string | null {
  if (row.kind === 'recurring') return null;
  return row.kind === 'twap' ? row.twap.average : row.scaled.average;
}

/** Filled and whole quantity; null for a recurring buy, which has no end. */
export function progressOf(row: Automatic): { readonly filled: string; readonly quantity: string } | null {
  if (row.kind === 'recurring') return null;
  return row.kind === 'twap' ? row.twap : row.scaled;
}

/** Whole per cent that are filled, rounded down; −1 for a recurring buy. */
export function percentOf(row: Automatic): number {
  const progress = progressOf(row);
  return progress === null ? -1 : Math.floor(perMille(progress.filled, progress.quantity) / 10);
}
