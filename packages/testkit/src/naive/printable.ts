import type { AssetRules, MarketRules } from '@fft/engine';

/**
 * The highest printable price in ticks: its digits, without the point and the trailing zeros common to all prices of the market, form a safe
 * integer. 0 if a tick is no finite decimal.
 */
export function maxPrintableTicks(rules: MarketRules, assets: readonly AssetRules[]): number {
  const [base, quote] = [assets[rules.base], assets[rules.quote]];
  if (base === undefined || quote === undefined) return 0;
  // A tick in quote units, per 10^18 base units: its decimal digits and the position of its point.
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
