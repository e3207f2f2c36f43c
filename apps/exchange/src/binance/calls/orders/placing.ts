import type { PlaceOrder } from '@fft/engine';
import type { Untimed } from '../../../ledger/gateway.ts';
import type { Outcome } from '../../../ledger/replica/batch-events.ts';
import type { Clock } from '../../clock.ts';
import type { NamedMarket } from '../../symbols.ts';
import { ackAnswer, fullAnswer, resultAnswer } from './order-answer.ts';
import { orderRefused, placeError } from './order-errors.ts';
import type { PlaceInput } from './order-params.ts';
import { placeCommand } from './place-command.ts';

/** An order on its way to the engine. */
export interface Placing {
  readonly command: Untimed<PlaceOrder>;
  readonly market: NamedMarket;
  readonly form: 'ACK' | 'RESULT' | 'FULL';
}

/** @throws ApiError */
export function placingOf(market: NamedMarket, input: PlaceInput, owner: number): Placing {
  const { type, newOrderRespType = type === 'MARKET' || type === 'LIMIT' ? 'FULL' : 'ACK' } = input;
  return { command: placeCommand(input, { view: market.view, owner }), market, form: newOrderRespType };
}

/** @throws ApiError if the engine rejected it */
export function placedAnswer({ command, market, form }: Placing, outcome: Outcome, at: Clock): object {
  if (outcome.kind === 'rejected') throw placeError(outcome.reason, command.orderType === 'market');
  if (outcome.kind === 'duplicate') {
    throw outcome.reason === null
      ? orderRefused('Duplicate order sent.')
      : placeError(outcome.reason, command.orderType === 'market');
  }
  if (outcome.order === null) throw new Error('the accepted order has no record');
  const shown = { order: outcome.order, market, partner: null, at };
  if (form === 'ACK') return ackAnswer(shown);
  return form === 'RESULT' ? resultAnswer(shown) : fullAnswer(shown, outcome.fills);
}
