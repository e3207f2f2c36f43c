import type { Trade } from '@fft/contract';

/** Public trades that a market's list shows. */
export const maxTrades = 50;

/** Puts new trades before the known ones, newest first, without duplicates; returns the same list if nothing is new. */
export function mergeTrades(known: readonly Trade[], incoming: readonly Trade[]): readonly Trade[] {
  const ids = new Set(known.map((trade) => trade.id));
  const fresh = incoming.filter((trade) => !ids.has(trade.id));
  if (fresh.length === 0) return known;
  return [...fresh, ...known].toSorted((a, b) => b.time - a.time).slice(0, maxTrades);
}
