import type { Soon } from '../../../platform/later.ts';
import type { Turn } from '../../../transport/websocket/serial-queue.ts';
import type { PlacePair } from '@fft/engine';
import type { Untimed } from '../../../ledger/gateway.ts';
import type { Outcome } from '../../../ledger/replica/batch-events.ts';
import { isStop } from '../../../ledger/order-terms.ts';
import { newOrderRecord } from '../../../ledger/replica/order-record.ts';
import type { Clock } from '../../clock.ts';
import { signedCall, type BinanceCall, type SignedCaller } from '../call.ts';
import { createListFinder } from './find-lists.ts';
import { listAnswer, type Pair } from './list-answer.ts';
import { legacyLegsOf, legsOf, pairCommand } from './list-command.ts';
import { legacyOcoParams, ocoParams } from './list-params.ts';
import { placedFor } from './placing.ts';
import { ackAnswer, fullAnswer, resultAnswer } from './order-answer.ts';
import { orderRefused, placeError, tradingError } from './order-errors.ts';
import type { TradingParts } from './trading-parts.ts';

type Form = 'ACK' | 'RESULT' | 'FULL';

/** New order lists: a limit order or a take profit, and a stop loss, of which one cancels the other. */
export function listCalls(parts: TradingParts): readonly BinanceCall[] {
  const { symbols, service } = parts;
  const { trading } = service;

  async function place(
    command: Untimed<PlacePair>,
    { customer, at }: SignedCaller,
    { form, turn }: { readonly form: Form | undefined; readonly turn: Turn | undefined },
  ): Promise<object> {
    try {
      const trader = await trading.admit(customer, 2);
      return await placedList(parts, command, { outcome: await trading.place(trader, command, turn), form, at });
    } catch (error) {
      throw tradingError(error, parts);
    }
  }

  const oco = signedCall({
    rest: ['POST', '/api/v3/orderList/oco'],
    ws: 'orderList.place.oco',
    right: 'trade',
    weight: 1,
    isOrder: true,
    params: ocoParams,
    handle: (input, caller, turn) => {
      const { view } = symbols.find(input.symbol);
      const command = pairCommand(legsOf(input), input, placedFor(caller, view));
      return place(command, caller, { form: input.newOrderRespType, turn });
    },
  });
  const legacyOco = signedCall({
    rest: ['POST', '/api/v3/order/oco'],
    ws: 'orderList.place',
    right: 'trade',
    weight: 1,
    isOrder: true,
    params: legacyOcoParams,
    handle: (input, caller, turn) => {
      const { view } = symbols.find(input.symbol);
      const command = pairCommand(legacyLegsOf(input), input, placedFor(caller, view));
      return place(command, caller, { form: input.newOrderRespType, turn });
    },
  });
  return [oco, legacyOco];
}

/** A repeated request is answered with the first one's list, as it is now. @throws ApiError if the engine rejected it */
function placedList(
  { directory, service }: TradingParts,
  { limit }: Untimed<PlacePair>,
  { outcome, form = 'RESULT', at }: { readonly outcome: Outcome; readonly form: Form | undefined; readonly at: Clock },
): Soon<object> {
  const reason = outcome.kind === 'done' ? null : outcome.reason;
  if (reason === 'wouldTriggerAtOnce') {
    throw orderRefused('The relationship of the prices for the orders is not correct.');
  }
  if (reason !== null) throw placeError(reason, false);
  const report = { ACK: ackAnswer, RESULT: resultAnswer, FULL: fullAnswer }[form];
  const answer = (pair: Pair) => listAnswer(directory, pair, { at, report: (shown) => report(shown, []) });
  if (outcome.kind === 'duplicate') {
    const { orderId } = outcome;
    return createListFinder({ service })
      .find(limit.owner, { listId: orderId, listClientId: undefined })
      .then((pair) => {
        if (pair === null) throw new Error(`list ${orderId} is known but missing`);
        return answer(pair);
      });
  }
  const stop = outcome.kind === 'done' ? outcome.order : null;
  if (stop === null) throw new Error('the accepted list has no record');
  // The first order rests or waits just before its stop is accepted.
  const resting = { ...newOrderRecord(stop.orderId - 1, limit, stop.time), isWaiting: isStop(limit) };
  return answer([resting, stop]);
}
