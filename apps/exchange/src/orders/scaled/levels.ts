import type { ScaledSizes } from '@fft/contract';

export interface ScaledTerms {
  readonly lowTicks: number;
  readonly highTicks: number;
  readonly totalLots: number;
  readonly levels: number;
  readonly sizes: ScaledSizes;
}

export interface ScaledLevel {
  readonly priceTicks: number;
  readonly lots: number;
}

/**
 * Spreads a quantity over a price range, lowest price first: prices at equal distances, rounded to ticks, and sizes in proportion to the level's
 * weight, rounded down to lots. The lots left over go one each to the heaviest levels, so that the sizes add up to the total and keep their order.
 * The range must have a tick for each level.
 */
export function scaledLevels({ lowTicks, highTicks, totalLots, levels, sizes }: ScaledTerms): readonly ScaledLevel[] {
  const weights = Array.from({ length: levels }, (_, index) =>
    sizes === 'equal' ? 1 : sizes === 'increasing' ? index + 1 : levels - index,
  );
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const lots = weights.map((weight) => Number((BigInt(totalLots) * BigInt(weight)) / BigInt(sum)));
  const left = totalLots - lots.reduce((all, each) => all + each, 0);
  return lots.map((each, index) => {
    const place = sizes === 'increasing' ? levels - 1 - index : index;
    return { priceTicks: priceAt(index, lowTicks, highTicks, levels), lots: each + (place < left ? 1 : 0) };
  });
}

function priceAt(index: number, low: number, high: number, levels: number): number {
  const gaps = levels - 1;
  // Half a gap is added, so that the division rounds to the nearest tick.
  const above = (2n * BigInt(high - low) * BigInt(index) + BigInt(gaps)) / BigInt(2 * gaps);
  return low + Number(above);
}
