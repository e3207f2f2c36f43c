import { hasConditions, type calls, type Order } from '@fft/contract';
import type { PlaceOrder, Rejection } from '@fft/engine';
import type { Refusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import { after, type Soon } from '../platform/later.ts';
import type { Handler } from '../transport/http/execute-call.ts';
import type { MarketView } from '../ledger/listings/market-view.ts';
import type { Outcome } from '../ledger/replica/batch-events.ts';
import type { Untimed } from '../ledger/gateway.ts';
import { hasTerm } from '../ledger/order-terms.ts';
import { orderWire } from './order-wire.ts';
import type { OrdersContext } from './orders-context.ts';
import { findOrder } from './find-order.ts';
import { marketRefusal } from './market-refusal.ts';
import { parseSize, parseTerms, type CreateInput } from './parse-order.ts';
import { bracketRefusal } from './bracket-refusal.ts';
import { trailRefusal } from './trail-refusal.ts';
import type { Trading } from './trading.ts';

/** Places an order and returns its state right after. */
export function createOrder(area: OrdersContext, trading: Trading): Handler<typeof calls.trade.create> {
  return (input, { customer, turn }) =>
    after(trading.admit(customer), (trader) => {
      const view = area.directory.market(input.symbol);
      if (!view) throw refuse('unknownMarket');
      const owner = customer.id;
      const command = commandOf(input, view, owner);
      return trading.place(trader, command, turn).map((outcome) => orderOf(area, { outcome, view, owner, command }));
    });
}

/** @throws Refusal or FieldRefusal if the fields do not fit each other or the market */
function commandOf(input: CreateInput, view: MarketView, owner: number): Untimed<PlaceOrder> {
  const { priceTicks, quantityLots, amount } = parseSize(input, view);
  const plain: Untimed<PlaceOrder> = {
    type: 'place',
    owner,
    clientOrderId: input.clientOrderId,
    market: view.id,
    side: input.side,
    orderType: input.type,
    timeInForce: input.timeInForce,
    postOnly: input.postOnly,
    selfTrade: input.selfTrade,
    priceTicks,
    quantityLots,
    amount,
  };
  // Most orders have no further term, and are copied for nothing.
  return hasConditions(input) ? { ...plain, ...parseTerms(input, view) } : plain;
}

interface Placed {
  readonly outcome: Outcome;
  readonly view: MarketView;
  readonly owner: number;
  readonly command: Untimed<PlaceOrder>;
}

/** @throws Refusal if the engine rejected it */
function orderOf(area: OrdersContext, placed: Placed): Soon<Order> {
  const { outcome } = placed;
  if (outcome.kind === 'rejected') throw refusalOf(area, placed, outcome.reason);
  if (outcome.kind === 'done' && outcome.order) return orderWire(area.directory, outcome.order);
  return answerAgain(area, placed);
}

/** Answers a repeated clientOrderId: with the order that it made, in its present state, or the refusal from then. */
async function answerAgain(area: OrdersContext, placed: Placed): Promise<Order> {
  const { outcome, owner } = placed;
  if (outcome.kind !== 'duplicate') throw new Error('the accepted order has no record');
  if (outcome.reason !== null) throw refusalOf(area, placed, outcome.reason);
  const record = await findOrder(area, { owner, orderId: outcome.orderId });
  if (!record) throw new Error(`order ${outcome.orderId} is known but missing`);
  return orderWire(area.directory, record);
}

function refusalOf(area: OrdersContext, { view, command }: Placed, reason: Rejection): Refusal {
  const rejected = { reason, view, stopTicks: command.stopTicks };
  if (hasTerm(command, 'bracket')) return bracketRefusal(area, command, rejected);
  return hasTerm(command, 'trail') ? trailRefusal(area, command, rejected) : marketRefusal(area, rejected);
}
