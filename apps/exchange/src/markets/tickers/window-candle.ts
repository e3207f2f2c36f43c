import { joined, type Candle } from '../../ledger/projection/candle.ts';

/** Joins the minutes that begin in `[from, to)`; null if nothing traded in them. `minutes` are those with trades, in order of time. */
export function windowCandle(minutes: readonly Candle[], from: number, to = Infinity): Candle | null {
  let candle: Candle | null = null;
  for (let index = firstFrom(minutes, from); index < minutes.length; index += 1) {
    const minute = minutes[index];
    if (minute === undefined || minute.time >= to) break;
    candle = candle === null ? minute : joined(candle, minute);
  }
  return candle;
}

/** Counts the trades of the minutes from this time on. */
export function tradesFrom(minutes: readonly Candle[], from: number): number {
  let trades = 0;
  for (let index = minutes.length - 1; index >= 0; index -= 1) {
    const minute = minutes[index];
    if (minute === undefined || minute.time < from) break;
    trades += minute.trades;
  }
  return trades;
}

/** The place of the first minute that begins at this time or later. */
function firstFrom(minutes: readonly Candle[], from: number): number {
  let [low, high] = [0, minutes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((minutes[middle]?.time ?? Infinity) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The price at which the market traded last before this time; null if the minutes do not go back so far. */
export function closeBefore(minutes: readonly Candle[], time: number): number | null {
  return minutes[firstFrom(minutes, time) - 1]?.closeTicks ?? null;
}
