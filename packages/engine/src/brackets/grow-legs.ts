import type { Market } from '../markets/market.ts';
import { allOpenLots } from '../orders/end-order.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import type { Bracket } from './brackets.ts';
import { legHold, type LegSizes } from './leg-size.ts';

/** The open orders of both legs; `none` for a leg that the bracket doesn't have. */
export interface Legs {
  readonly takeProfit: number;
  readonly stopLoss: number;
}

/** The legs, if all of them are as they were placed or enlarged, or null. */
export function intactLegs(state: State, bracket: Bracket): Legs | null {
  const { requests, orders, levels } = state;
  if (bracket.takeProfit === 0 && bracket.stopLoss === 0) return null;
  const takeProfit = requests.openOrder(bracket.takeProfit);
  const stopLoss = requests.openOrder(bracket.stopLoss);
  if (bracket.takeProfitTicks > 0) {
    if (takeProfit === none || levels.priceOf(orders.levelOf(takeProfit)) !== bracket.takeProfitTicks) return null;
    if (allOpenLots(state, takeProfit) !== bracket.takeProfitLots) return null;
    if (orders.quantityLotsOf(takeProfit) !== bracket.takeProfitLots) return null;
  }
  if (bracket.stopLossTicks > 0) {
    if (stopLoss === none || !orders.isWaiting(stopLoss)) return null;
    if (orders.quantityLotsOf(stopLoss) !== bracket.stopLossLots) return null;
    if (orders.conditionState(stopLoss).amendedTicks !== 0) return null;
  }
  return { takeProfit, stopLoss };
}

/** Enlarges the legs. As after an amendment to a larger quantity, each is then the newest at its price. */
export function growLegs(
  state: State,
  market: Market,
  { bracket, legs, sizes }: { readonly bracket: Bracket; readonly legs: Legs; readonly sizes: LegSizes },
): void {
  const { takeProfitLots, stopLossLots, held } = sizes;
  const isSmaller = takeProfitLots < bracket.takeProfitLots || stopLossLots < bracket.stopLossLots;
  const isSame = takeProfitLots === bracket.takeProfitLots && stopLossLots === bracket.stopLossLots;
  if (isSmaller || isSame) return;
  const ofTakeProfit = legHold(bracket, market.rules, takeProfitLots, bracket.takeProfitTicks);
  if (legs.stopLoss !== none) growStopLoss(state, market, legs.stopLoss, stopLossLots, held - ofTakeProfit);
  if (legs.takeProfit !== none) {
    const before = legHold(bracket, market.rules, bracket.takeProfitLots, bracket.takeProfitTicks);
    growTakeProfit(state, market, legs.takeProfit, takeProfitLots, ofTakeProfit - before);
  }
  Object.assign(bracket, { takeProfitLots, stopLossLots, held });
}

/** `held` is what it holds beyond the other leg. */
function growStopLoss(state: State, market: Market, order: number, lots: number, held: number): void {
  const { orders, listener, ledger, marketAccounts } = state;
  const conditions = orders.conditionState(order);
  const orderId = orders.idOf(order);
  const missing = held - conditions.held;
  conditions.held = held;
  orders.setQuantityLots(order, lots);
  market.stops.requeue(order, lots, 0);
  const account = marketAccounts.fundingOf(orders.marketAccountOf(order), orders.isBuy(order));
  listener.orderAmended(orderId, orders.firstOf(order), lots);
  if (missing > 0) ledger.freeze(account, missing, orderId);
  else ledger.release(account, -missing, orderId);
}

function growTakeProfit(state: State, market: Market, order: number, lots: number, missing: number): void {
  const { orders, levels, listener, ledger, marketAccounts } = state;
  const orderId = orders.idOf(order);
  const level = orders.levelOf(order);
  const isBuy = orders.isBuy(order);
  const priceTicks = levels.priceOf(level);
  listener.orderAmended(orderId, priceTicks, lots);
  ledger.freeze(marketAccounts.fundingOf(orders.marketAccountOf(order), isBuy), missing, orderId);
  orders.setQuantityLots(order, lots);
  market.book.requeue(order, lots, 0);
  listener.orderRested(orderId, lots);
  listener.levelChanged(market.id, isBuy ? 'buy' : 'sell', priceTicks, levels.quantityOf(level));
}
