import type { AssetRules } from '@fft/engine';
import type { OwnPostingEvent } from '../../ledger/replica/own-events.ts';
import { formatAmount } from '../decimals.ts';

type Clock = (ms: number) => number;
type AssetOf = (asset: number) => AssetRules;

/** Binance's `outboundAccountPosition`: the balances that a command changed, as they are after it. */
export function accountPosition(postings: readonly OwnPostingEvent[], assetOf: AssetOf, now: number) {
  const last = new Map(postings.map((event) => [event.posting.asset, event]));
  const balances = [...last.values()].map(({ posting }) => {
    const { code, decimals } = assetOf(posting.asset);
    return { a: code, f: formatAmount(posting.available, decimals), l: formatAmount(posting.frozen, decimals) };
  });
  const time = postings.at(-1)?.time ?? now;
  return (at: Clock) => ({ e: 'outboundAccountPosition', E: at(now), u: at(time), B: balances });
}

/** Binance's `balanceUpdate`s: what came or went other than by orders, in total per asset. */
export function balanceUpdates(postings: readonly OwnPostingEvent[], assetOf: AssetOf, now: number) {
  const deltas = new Map<number, { units: number; time: number }>();
  for (const { posting, time } of postings) {
    if (posting.orderId !== 0) continue;
    const before = deltas.get(posting.asset)?.units ?? 0;
    deltas.set(posting.asset, { units: before + posting.availableDelta + posting.frozenDelta, time });
  }
  return [...deltas]
    .filter(([, { units }]) => units !== 0)
    .map(([asset, { units, time }]) => {
      const { code, decimals } = assetOf(asset);
      return (at: Clock) => ({
        e: 'balanceUpdate',
        E: at(now),
        a: code,
        d: formatAmount(units, decimals),
        T: at(time),
      });
    });
}
