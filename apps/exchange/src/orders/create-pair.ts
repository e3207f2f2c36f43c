import type { calls, CallParameters, Order } from '@fft/contract';
import { bandReach, type PlaceOrder, type PlacePair } from '@fft/engine';
import { refuse } from './refusals.ts';
import type { Handler } from '../transport/http/execute-call.ts';
import type { MarketView } from '../ledger/listings/market-view.ts';
import type { Untimed } from '../ledger/gateway.ts';
import { orderWire } from './order-wire.ts';
import type { OrdersContext } from './orders-context.ts';
import { findOrder } from './find-order.ts';
import { marketRefusal, type Rejected } from './market-refusal.ts';
import { lotsOf, ticksOf } from './parse-steps.ts';
import type { Trading } from './trading.ts';

type PairInput = CallParameters<typeof calls.trade.createPair>;

/** Places two orders of which one cancels the other, or neither, and returns both. */
export function createPair(area: OrdersContext, trading: Trading): Handler<typeof calls.trade.createPair> {
  return async (input, { customer, turn }) => {
    const trader = await trading.admit(customer, 2);
    const view = area.directory.market(input.symbol);
    if (!view) throw refuse('unknownMarket');
    const owner = customer.id;
    const pair = pairOf(input, view, owner);
    const outcome = await trading.place(trader, pair, turn);
    const reason = outcome.kind === 'done' ? null : outcome.reason;
    if (reason !== null) throw marketRefusal(area, { reason, view, ...outsideBand(area, view, pair) });
    return {
      limit: await orderUnder(area, owner, input.clientOrderId),
      stop: await orderUnder(area, owner, input.stopClientOrderId),
    };
  };
}

/** @throws Refusal if the fields do not fit each other or the market */
function pairOf(input: PairInput, view: MarketView, owner: number): Untimed<PlacePair> {
  const { side, clientOrderId, stopClientOrderId, stopLimitPrice } = input;
  if (clientOrderId === stopClientOrderId) throw refuse('orderMalformed');
  const both = {
    type: 'place',
    // The engine uses the pair's time.
    time: 0,
    owner,
    market: view.id,
    side,
    timeInForce: 'GTC',
    postOnly: false,
    selfTrade: 'cancelNewest',
    quantityLots: lotsOf(input.quantity, view),
    amount: 0,
  } as const satisfies Partial<PlaceOrder>;
  return {
    type: 'placePair',
    limit: { ...both, clientOrderId, orderType: 'limit', priceTicks: ticksOf(input.price, view) },
    stop: {
      ...both,
      clientOrderId: stopClientOrderId,
      orderType: stopLimitPrice === undefined ? 'market' : 'limit',
      priceTicks: stopLimitPrice === undefined ? 0 : ticksOf(stopLimitPrice, view, 'stopLimitPrice'),
      stopTicks: ticksOf(input.stopPrice, view, 'stopPrice'),
      stopDirection: side === 'sell' ? 'falling' : 'rising',
      otherLeg: clientOrderId,
    },
  };
}

/** The order that the band refused: the limit order's price is judged first. */
function outsideBand(
  { host: { engine } }: OrdersContext,
  { id, rules }: MarketView,
  { limit, stop }: Untimed<PlacePair>,
): Pick<Rejected, 'stopTicks' | 'field'> {
  const last = engine.lastPriceTicks(id);
  const isWithin = last === 0 || Math.abs(limit.priceTicks - last) <= bandReach(last, rules.bandPpm);
  return isWithin ? { stopTicks: stop.stopTicks, field: 'stopLimitPrice' } : {};
}

async function orderUnder(area: OrdersContext, owner: number, clientOrderId: string): Promise<Order> {
  const record = await findOrder(area, { owner, clientOrderId });
  if (!record) throw new Error(`order ${clientOrderId} of an accepted pair is missing`);
  return orderWire(area.directory, record);
}
