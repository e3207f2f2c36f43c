import type { Trade } from '@fft/contract';

/** As many public trades as a market's list shows. */
export const tradesKept = 50;

/** New trades before the known ones, newest first, each once; the same list when nothing is new. */
export function mergeTrades(known: readonly Trade[], incoming: readonly Trade[]): readonly Trade[] {
  const ids = new Set(known.map((trade) => trade.id));
  const fresh = incoming.filter((trade) => !ids.has(trade.id));
  if (fresh.length === 0) return known;
  return [...fresh, ...known].toSorted((a, b) => b.time - a.time).slice(0, tradesKept);
}
