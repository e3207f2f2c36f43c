import type { FeeRates } from '../../ledger/listings/fee-cap.ts';
import type { Tier } from './tiers.ts';

/** What customers without fees set by hand pay: by turnover a tier's fees, below the first tier each market's. */
export interface Schedule {
  readonly tiers: readonly Tier[];
  /** At least one. */
  readonly markets: readonly FeeRates[];
}

/** The lowest fees that a market has or turnover leads to. Less is a gift, which one operator alone does not make. */
export function lowestOf({ tiers, markets }: Schedule): FeeRates {
  const all = [...markets, ...tiers.filter(({ fromUsdt }) => fromUsdt !== null)];
  return {
    makerPpm: Math.min(...all.map(({ makerPpm }) => makerPpm)),
    takerPpm: Math.min(...all.map(({ takerPpm }) => takerPpm)),
  };
}

/** True if any turnover, or any tier that operators assign, costs more anywhere. A tier that is gone costs its customers what turnover leads to. */
export function isDearerSchedule(before: Schedule, after: Schedule): boolean {
  const turnovers = [before, after].flatMap(({ tiers }) => tiers.flatMap(({ fromUsdt }) => fromUsdt ?? []));
  return (
    turnovers.some((usdt) => isDearer(before.markets, reached(before, usdt), reached(after, usdt))) ||
    before.tiers.some((tier) => isDearer(before.markets, tier, after.tiers.find(({ id }) => id === tier.id) ?? tier))
  );
}

/** True if fees cost more in any market. Null stands for each market's own fees. */
export function isDearer(markets: readonly FeeRates[], before: FeeRates | null, after: FeeRates | null): boolean {
  return markets.some((market) => {
    const [was, is] = [before ?? market, after ?? market];
    return is.makerPpm > was.makerPpm || is.takerPpm > was.takerPpm;
  });
}

/** True if fees fall in any market, and below the lowest of the schedule. */
export function isGift(schedule: Schedule, before: FeeRates | null, after: FeeRates | null): boolean {
  if (after === null) return false;
  const lowest = lowestOf(schedule);
  const sides = ['makerPpm', 'takerPpm'] as const;
  return sides.some((side) => {
    const isLower = schedule.markets.some((market) => after[side] < (before ?? market)[side]);
    return isLower && after[side] < lowest[side];
  });
}

/** The tier that a turnover reaches, or null. */
function reached({ tiers }: Schedule, usdt: number): Tier | null {
  const within = tiers.filter(({ fromUsdt }) => fromUsdt !== null && fromUsdt <= usdt);
  return within.toSorted((one, other) => (other.fromUsdt ?? 0) - (one.fromUsdt ?? 0))[0] ?? null;
}
