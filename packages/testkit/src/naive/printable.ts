import type { AssetRules, MarketRules } from '@fft/engine';

/**
 * The greatest price in ticks that can be printed: its digits, without the point and without the zeros behind it that every price of the market
 * has, make a safe integer. 0 where a tick is no plain decimal.
 */
export function printableTicks(rules: MarketRules, assets: readonly AssetRules[]): number {
  const [base, quote] = [assets[rules.base], assets[rules.quote]];
  if (base === undefined || quote === undefined) return 0;
  // A tick in quote units for 10^18 of what a base unit is: as a decimal, its digits and where its point stands.
  const wide = BigInt(rules.unitsPerTickLot) * 10n ** BigInt(18 + base.decimals);
  const tick = wide / BigInt(rules.unitsPerLot);
  if (tick * BigInt(rules.unitsPerLot) !== wide) return 0;
  const digits = String(tick);
  const whole = digits.length - (18 + quote.decimals);
  const fraction = digits
    .slice(Math.max(0, whole))
    .padStart(18 + quote.decimals, '0')
    .replace(/0+$/, '');
  const mantissa = BigInt(digits.slice(0, Math.max(0, whole)) + fraction);
  return Number(BigInt(Number.MAX_SAFE_INTEGER) / mantissa);
}
