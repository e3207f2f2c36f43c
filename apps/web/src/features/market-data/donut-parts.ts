import { add, compare, signOf } from '../../lib/exact.ts';
import { sharesOf } from '../../lib/shares.ts';

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
 * The largest holdings, and the rest combined in one last part. Shares make exactly 1000.
 */
export function donutParts(holdings: readonly Holding[], most = 5): readonly DonutPart[] {
  const worth = sumByCoin(holdings).toSorted((a, b) => compare(b.value, a.value) || (a.coin < b.coin ? -1 : 1));
  if (worth.length === 0) return [];
  const kept = worth.length > most ? worth.slice(0, most - 1) : worth;
  const rest = worth.slice(kept.length);
  const parts: Omit<DonutPart, 'perMille'>[] = kept.map(({ coin, value }) => ({ coin, count: 1, value }));
  if (rest.length > 0) {
    const value = rest.reduce((sum, part) => add(sum, part.value), '0');
    parts.push({ coin: null, count: rest.length, value });
  }
  const shares = sharesOf(parts.map(({ value }) => value));
  return parts.map((part, index) => ({ ...part, perMille: shares[index] ?? 0 }));
}

function sumByCoin(holdings: readonly Holding[]): { coin: string; value: string }[] {
  const sums = new Map<string, string>();
  for (const { coin, value } of holdings) {
    if (value !== null && signOf(value) > 0) sums.set(coin, add(sums.get(coin) ?? '0', value));
  }
  return [...sums].map(([coin, value]) => ({ coin, value }));
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
