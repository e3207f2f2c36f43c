import type { MarketLimits } from '@fft/engine';

type Limit = keyof MarketLimits;

/** Limits whose rise makes trading dearer or looser. */
const looserHigher: readonly Limit[] = [
  'makerFeePpm',
  'takerFeePpm',
  'collarPpm',
  'maxQuantityLots',
  'maxNotional',
  'maxOpenOrders',
];
/** The same, and at 0 they don't limit anything. */
const looserHigherOrZero: readonly Limit[] = ['bandPpm', 'volatilityPpm', 'maxFillsPerCommand', 'maxIcebergParts'];
/** Limits whose fall makes trading looser. */
const looserLower: readonly Limit[] = ['minQuantityLots', 'minNotional', 'haltMs', 'auctionMs', 'orderRules'];

const reach = (limits: MarketLimits, name: Limit): number => limits[name] || Infinity;

/** True if any limit lets more through, or any fee rises. */
export function isLooser(before: MarketLimits, after: MarketLimits): boolean {
  return (
    looserHigher.some((name) => (after[name] ?? 0) > (before[name] ?? 0)) ||
    looserHigherOrZero.some((name) => reach(after, name) > reach(before, name)) ||
    looserLower.some((name) => (after[name] ?? 0) < (before[name] ?? 0))
  );
}
