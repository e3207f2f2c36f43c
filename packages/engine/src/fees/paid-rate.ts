import type { OrderId } from '../command.ts';
import type { FeeOverride } from '../matching-engine.ts';
import type { Market } from '../markets/market.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/** The taker's rate that an order pays now: never more than when it was placed. */
export function takerPpm(state: State, market: Market, marketAccount: number, order: OrderId): number {
  const slot = state.marketAccounts.feesOf(marketAccount);
  const own = slot === none ? null : state.fees.at(slot);
  const present = own === null ? market.rules.takerFeePpm : own.takerFeePpm;
  if (isUnchanged(state, market, slot)) return present;
  return Math.min(present, ratesWhenPlaced(state, market, slot, order).takerFeePpm);
}

/** The maker's rate that an order pays now: never more than when it was placed. */
export function makerPpm(state: State, market: Market, marketAccount: number, order: OrderId): number {
  const slot = state.marketAccounts.feesOf(marketAccount);
  const own = slot === none ? null : state.fees.at(slot);
  const present = own === null ? market.rules.makerFeePpm : own.makerFeePpm;
  if (isUnchanged(state, market, slot)) return present;
  return Math.min(present, ratesWhenPlaced(state, market, slot, order).makerFeePpm);
}

/** `slot` is that of the customer's own fees, or `none`. */
function isUnchanged({ fees }: State, { feesBefore }: Market, slot: number): boolean {
  return feesBefore.isEmpty && (slot === none || fees.isUnchanged(slot));
}

function ratesWhenPlaced({ fees }: State, { feesBefore, rules }: Market, slot: number, order: OrderId): FeeOverride {
  const own = slot === none ? null : fees.whenPlaced(slot, order);
  return own ?? feesBefore.at(order, rules);
}
