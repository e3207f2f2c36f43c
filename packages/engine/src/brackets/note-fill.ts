import { baseUnits } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import { hasBracket, type OrderConditions } from '../requests/order-conditions.ts';
import type { State } from '../state/state.ts';

/** Adds the last fill of an order with a bracket to what its legs protect. They are placed once the market's present order has ended or rests. */
export function noteFill({ fill }: State, market: Market, conditions: OrderConditions, isTaker: boolean): void {
  if (!hasBracket(conditions)) return;
  const { brackets, rules } = market;
  const isBuy = (fill.takerSide === 'buy') === isTaker;
  const entry = isTaker ? fill.takerOrder : fill.makerOrder;
  let bracket = brackets.get(entry);
  if (bracket === null) {
    const { takeProfitTicks, stopLossTicks, stopLossLimitTicks } = conditions;
    const owner = isTaker ? fill.takerOwner : fill.makerOwner;
    const nothing = { lots: 0, received: 0, takeProfit: 0, stopLoss: 0, takeProfitLots: 0, stopLossLots: 0, held: 0 };
    bracket = { entry, owner, isBuy, takeProfitTicks, stopLossTicks, stopLossLimitTicks, ...nothing, placed: 0 };
    brackets.add(bracket);
  }
  bracket.lots += fill.quantityLots;
  bracket.received += isBuy ? baseUnits(rules, fill.quantityLots) : fill.notional;
  bracket.received -= isTaker ? fill.takerFee : fill.makerFee;
  brackets.setDue(entry);
}
