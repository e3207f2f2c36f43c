import type { PlaceOrder } from '@fft/engine';
import type { Untimed } from '../../../ledger/gateway.ts';
import type { MarketView } from '../../../ledger/listings/market-view.ts';
import type { Outcome } from '../../../ledger/replica/batch-events.ts';
import type { Soon } from '../../../platform/later.ts';
import type { Clock } from '../../clock.ts';
import type { SignedCaller } from '../call.ts';
import type { NamedMarket } from '../../symbols.ts';
import { ackAnswer, fullAnswer, resultAnswer, type ShownOrder, takenAnswer } from './order-answer.ts';
import { placeError } from './order-errors.ts';
import type { PlaceInput } from './order-params.ts';
import { placeCommand, type PlacedFor } from './place-command.ts';
import { showOrders } from './show-orders.ts';
import type { TradingParts } from './trading-parts.ts';

/** An order on its way to the engine. */
export interface Placing {
  readonly command: Untimed<PlaceOrder>;
  readonly market: NamedMarket;
  readonly form: 'ACK' | 'RESULT' | 'FULL';
}

/** How long a caller may wait for the answer to an order before they ask again: the ten seconds after which the door says that it doesn't know, and a little. */
const answerMs = 15_000;

type Placer = Pick<SignedCaller, 'customer' | 'recvWindowMs'>;

/** The same order under the same id is a repeated request while the first may still be under way, or its answer awaited. */
export function placedFor({ customer, recvWindowMs }: Placer, view: MarketView): PlacedFor {
  return { view, owner: customer.id, repeatMs: recvWindowMs + answerMs };
}

/** @throws ApiError */
export function placingOf(market: NamedMarket, input: PlaceInput, caller: Placer): Placing {
  const { type, newOrderRespType = type === 'MARKET' || type === 'LIMIT' ? 'FULL' : 'ACK' } = input;
  return { command: placeCommand(input, placedFor(caller, market.view)), market, form: newOrderRespType };
}

/** A repeated request is answered with the first one's order, as it is now. @throws ApiError if the engine rejected it */
export function placedAnswer(
  parts: TradingParts,
  { command, market, form }: Placing,
  { outcome, at }: { readonly outcome: Outcome; readonly at: Clock },
): Soon<object> {
  if (outcome.kind === 'done') {
    if (outcome.order === null) throw new Error('the accepted order has no record');
    const shown = { order: outcome.order, market, partner: null, at };
    return form === 'FULL' ? fullAnswer(shown, outcome.fills) : briefAnswer(shown, form);
  }
  if (outcome.reason !== null) throw placeError(outcome.reason, command.orderType === 'market');
  const name = { orderId: outcome.orderId };
  return parts.service.orders.find(command.owner, name).then(async (order) => {
    const [shown] = order === null ? [] : await showOrders(parts, [order], at);
    if (!shown) throw new Error(`order ${name.orderId} is known but missing`);
    if (form !== 'FULL') return briefAnswer(shown, form);
    const query = { owner: command.owner, market: market.view.id, ...name, fromTrade: 0, limit: 1_000 };
    return takenAnswer(shown, await parts.service.readFills(query));
  });
}

function briefAnswer(shown: ShownOrder, form: 'ACK' | 'RESULT'): object {
  return form === 'ACK' ? ackAnswer(shown) : resultAnswer(shown);
}
