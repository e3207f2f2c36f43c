import { add, compare, perMille, signOf } from '../../lib/exact.ts';

export interface Holding {
  readonly coin: string;
  /** Value in USDT; null if no price is known. */
  readonly value: string | null;
}

export interface DonutPart {
  /** Null for the part that combines the others. */
  readonly coin: string | null;
  /** Number of coins in this part. */
  readonly count: number;
  readonly value: string;
  readonly perMille: number;
}

/**
 * The largest holdings, and the rest combined in one last part. Shares are rounded down, and the lost thousandths go to the largest parts,
 * so that they make exactly 1000.
 */
export function donutParts(holdings: readonly Holding[], most = 5): readonly DonutPart[] {
  const worth = sumByCoin(holdings).toSorted((a, b) => compare(b.value, a.value) || (a.coin < b.coin ? -1 : 1));
  if (worth.length === 0) return [];
  const kept = worth.length > most ? worth.slice(0, most - 1) : worth;
  const rest = worth.slice(kept.length);
  const whole = worth.reduce((sum, { value }) => add(sum, value), '0');
  const parts: DonutPart[] = kept.map(({ coin, value }) => ({
    coin,
    count: 1,
    value,
    perMille: perMille(value, whole),
  }));
  if (rest.length > 0) {
    const value = rest.reduce((sum, part) => add(sum, part.value), '0');
    parts.push({ coin: null, count: rest.length, value, perMille: perMille(value, whole) });
  }
  return spreadRest(parts);
}

function sumByCoin(holdings: readonly Holding[]): { coin: string; value: string }[] {
  const sums = new Map<string, string>();
  for (const { coin, value } of holdings) {
    if (value !== null && signOf(value) > 0) sums.set(coin, add(sums.get(coin) ?? '0', value));
  }
  return [...sums].map(([coin, value]) => ({ coin, value }));
}

/** Adds one thousandth each to the largest parts until the shares are complete. */
function spreadRest(parts: readonly DonutPart[]): readonly DonutPart[] {
  const missing = 1000 - parts.reduce((sum, part) => sum + part.perMille, 0);
  return parts.map((part, index) => (index < missing ? { ...part, perMille: part.perMille + 1 } : part));
}

export interface Arc {
  /** Start and length in thousandths of the circle, without the gap. */
  readonly start: number;
  readonly length: number;
}

/** Arcs clockwise from the top with a gap between them; a part too thin for its gap is still a hair wide. */
export function donutArcs(parts: readonly DonutPart[], gap = 10): readonly Arc[] {
  let start = 0;
  return parts.map((part) => {
    const arc =
      parts.length === 1
        ? { start: 0, length: 1000 }
        : { start: start + gap / 2, length: Math.max(part.perMille - gap, 2) };
    start += part.perMille;
    return arc;
  });
}
