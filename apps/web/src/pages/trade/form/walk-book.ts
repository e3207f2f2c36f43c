/** One price level of the book, in ticks and lots. */
export interface Level {
  readonly ticks: number;
  readonly lots: number;
}

/** Levels of each side that an estimate reads. */
export const maxLevelsWalked = 100;

export interface Walk {
  readonly lots: number;
  /** Quote units. */
  readonly notional: bigint;
  /** True if the book ended before the order was filled. */
  readonly exhausted: boolean;
}

export type Wish = { readonly lots: number } | { readonly units: bigint };

/** Simulates a market order: takes levels, best first, until the lots are filled or the quote units are spent. */
export function walkBook(levels: readonly Level[], wish: Wish, unitsPerTickLot: number): Walk {
  let lots = 0;
  let notional = 0n;
  for (const level of levels) {
    const lotCost = BigInt(level.ticks) * BigInt(unitsPerTickLot);
    const affordable = 'lots' in wish ? wish.lots - lots : floorLots(wish.units - notional, lotCost);
    const taken = Math.min(level.lots, affordable);
    lots += taken;
    notional += BigInt(taken) * lotCost;
    if (taken < level.lots || ('lots' in wish && lots === wish.lots)) return { lots, notional, exhausted: false };
  }
  return { lots, notional, exhausted: true };
}

/** The levels that a market order may trade: those within the collar around the best. */
export function withinCollar(levels: readonly Level[], collarPpm: number): readonly Level[] {
  const best = levels[0]?.ticks ?? 0;
  const most = floorPpm(best, collarPpm);
  return levels.filter(({ ticks }) => Math.abs(ticks - best) <= most);
}

/** A share of a whole number, rounded down. */
export const floorPpm = (whole: number, ppm: number): number => Number((BigInt(whole) * BigInt(ppm)) / 1_000_000n);

/** Number of whole lots that the units pay for, capped at the largest exact integer. */
export function floorLots(units: bigint, lotCost: bigint): number {
  if (units <= 0n || lotCost <= 0n) return 0;
  const lots = units / lotCost;
  return lots > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(lots);
}
