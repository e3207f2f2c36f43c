import type { Interval } from '@fft/contract';

/** Trades from `from` on, before `to`; both are whole minutes. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Consecutive stored candles of one interval. */
export interface Piece extends Span {
  readonly interval: Interval;
}

/** Lengths of stored candles, longest first. Weeks and months begin on days that fit no other length. */
const lengths = [
  ['1d', 86_400_000],
  ['4h', 14_400_000],
  ['1h', 3_600_000],
  ['30m', 1_800_000],
  ['15m', 900_000],
  ['5m', 300_000],
  ['1m', 60_000],
] as const satisfies readonly (readonly [Interval, number])[];

/** Covers a span by the longest candles that fit: a month of any time zone is about forty, not forty thousand minutes. */
export function piecesOf({ from, to }: Span): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let at = from; at < to;) {
    const fits = lengths.find(([, ms]) => at % ms === 0 && at + ms <= to);
    if (!fits) throw new Error(`the span from ${from} to ${to} is not of whole minutes`);
    const [interval, ms] = fits;
    const last = pieces.at(-1);
    if (last?.interval === interval) pieces[pieces.length - 1] = { ...last, to: at + ms };
    else pieces.push({ interval, from: at, to: at + ms });
    at += ms;
  }
  return pieces;
}

/** The stored candles that a span is made of, at most: those without trades have no row. */
export function candlesIn(span: Span): number {
  return piecesOf(span).reduce((sum, { interval, from, to }) => sum + (to - from) / lengthOf(interval), 0);
}

function lengthOf(interval: Interval): number {
  return lengths.find(([name]) => name === interval)?.[1] ?? 0;
}
