import { Code, type calls } from '@fft/contract';
import { Refusal } from '../http/refusal.ts';
import type { Handler } from '../http/route.ts';
import type { MarketView } from '../listing/market-view.ts';
import type { Outcome } from '../trading/batch-events.ts';
import { orderWire } from '../trading/order-wire.ts';
import { refusalInMarket, refuseUnavailable } from '../trading/refuse.ts';
import type { TradeArea } from './area.ts';
import { findOrder } from './find-order.ts';
import type { CountOrder } from './order-limit.ts';
import { parseOrder, type CreateInput } from './parse-order.ts';

/** Places an order and answers how it stands right after. */
export function createOrder(area: TradeArea, countOrder: CountOrder): Handler<typeof calls.trade.create> {
  return async (input, { customer, submitted }) => {
    await countOrder(customer.id);
    await area.gates.require('trade', customer.id);
    const view = area.directory.market(input.symbol);
    if (!view) throw new Refusal(Code.notFound, 'unknownMarket');
    const placing = place(area, { input, view, owner: customer.id });
    submitted?.();
    const outcome = await placing;
    if (outcome.kind === 'rejected') throw refusalInMarket(outcome.reason, view);
    if (outcome.kind === 'done' && outcome.order) return orderWire(area.directory, outcome.order);
    return answerAgain(area, { outcome, view, owner: customer.id });
  };
}

function place(area: TradeArea, order: { input: CreateInput; view: MarketView; owner: number }): Promise<Outcome> {
  const { input, view, owner } = order;
  const command = {
    type: 'place',
    owner,
    clientOrderId: input.clientOrderId,
    market: view.id,
    side: input.side,
    orderType: input.type,
    timeInForce: input.timeInForce,
    postOnly: input.postOnly,
    selfTrade: input.selfTrade,
    ...parseOrder(input, view),
  } as const;
  return area.gateway.submit(command).catch(refuseUnavailable);
}

/** The same clientOrderId came before: the order it made, as it stands now, or the refusal it met. */
async function answerAgain(area: TradeArea, again: { outcome: Outcome; view: MarketView; owner: number }) {
  const { outcome, view, owner } = again;
  if (outcome.kind !== 'duplicate') throw new Error('an accepted order has no record');
  if (outcome.reason !== null) throw refusalInMarket(outcome.reason, view);
  const record = await findOrder(area, { owner, orderId: outcome.orderId });
  if (!record) throw new Error(`order ${outcome.orderId} is remembered and not to be found`);
  return orderWire(area.directory, record);
}
