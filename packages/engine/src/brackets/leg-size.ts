import { baseUnits } from '../markets/market-form.ts';
import type { MarketRules } from '../command.ts';
import type { Bracket } from './brackets.ts';

export interface LegSizes {
  /** 0 without this leg. */
  readonly takeProfitLots: number;
  readonly stopLossLots: number;
  /** What both hold together. */
  readonly held: number;
}

/**
 * The quantities that the legs may have for `units` of what the entry received, or null if one is below the market's minimum. A buy's legs
 * sell the same quantity. Each of a sell's buys back what was sold, or as much as the units buy at its price.
 */
export function legSizes(bracket: Bracket, rules: MarketRules, units: number): LegSizes | null {
  const { isBuy, takeProfitTicks, stopLossTicks, stopLossLimitTicks } = bracket;
  let takeProfitLots = takeProfitTicks > 0 ? maxLots(bracket, rules, units, takeProfitTicks) : 0;
  let stopLossLots = stopLossTicks > 0 ? maxLots(bracket, rules, units, stopLossLimitTicks) : 0;
  if (isBuy && takeProfitTicks > 0 && stopLossTicks > 0) {
    takeProfitLots = Math.min(takeProfitLots, stopLossLots);
    stopLossLots = takeProfitLots;
  }
  if (takeProfitTicks > 0 && isTooSmall(rules, takeProfitLots, takeProfitTicks)) return null;
  if (stopLossTicks > 0 && isTooSmall(rules, stopLossLots, stopLossLimitTicks)) return null;
  const held = Math.max(
    legHold(bracket, rules, takeProfitLots, takeProfitTicks),
    legHold(bracket, rules, stopLossLots, stopLossLimitTicks),
  );
  return { takeProfitLots, stopLossLots, held };
}

/** What a leg alone freezes: base of a buy's leg, else quote. */
export function legHold({ isBuy }: Bracket, rules: MarketRules, lots: number, priceTicks: number): number {
  return isBuy ? baseUnits(rules, lots) : lots * priceTicks * rules.unitsPerTickLot;
}

/** The most lots that the units suffice for, within the market's maximum; `priceTicks` is 0 at the market's price. */
function maxLots({ isBuy, lots }: Bracket, rules: MarketRules, units: number, priceTicks: number): number {
  const { unitsPerLot, unitsPerTickLot, maxQuantityLots, maxNotional } = rules;
  // A product beyond the safe range is inexact, but exceeds every amount.
  const lotCost = priceTicks * unitsPerTickLot;
  const affordable = Math.floor(units / (isBuy ? unitsPerLot : lotCost));
  const allowed = priceTicks === 0 ? maxQuantityLots : Math.min(maxQuantityLots, Math.floor(maxNotional / lotCost));
  return Math.min(lots, affordable, allowed);
}

function isTooSmall({ minQuantityLots, minNotional, unitsPerTickLot }: MarketRules, lots: number, priceTicks: number) {
  if (lots < minQuantityLots) return true;
  return priceTicks > 0 && lots * priceTicks * unitsPerTickLot < minNotional;
}
