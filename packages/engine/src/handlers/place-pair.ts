import { assert } from '@fft/decimal';
import type { PlaceOrder, PlacePair } from '../command.ts';
import type { Market } from '../markets/market.ts';
import type { Rejection } from '../rejection.ts';
import { RequestKind } from '../requests/order-flags.ts';
import { isCount, isPositive, isRecord } from '../rules/form.ts';
import { orderRefusal, wouldCross } from '../rules/order-rules.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { accept, isRepeated, tellDuplicate } from './place.ts';

/** Places two orders of which one cancels the other, or neither. */
export function placePair(state: State, command: PlacePair): void {
  const { listener, requests, ticket } = state;
  const { limit, stop } = command;
  if (!isRecord(limit) || !isRecord(stop)) return listener.rejected(command, 'malformed');
  const first = lookUp(state, limit);
  const second = lookUp(state, stop);
  if (first.known !== none || second.known !== none) {
    if (!first.isSame || !second.isSame) return listener.rejected(command, 'idConflict');
    tellDuplicate(state, limit, first.known);
    tellDuplicate(state, stop, second.known);
    return;
  }

  const market = state.market(limit.market);
  const isFormed = isCount(command.time) && first.isFormed && second.isFormed && isPair(command);
  const refusal = refusalOf(state, command, market, isFormed);
  if (refusal === null) {
    assert(market !== null, 'an accepted pair has a market');
    for (const leg of [limit, stop]) carryOut(state, leg, market);
    return;
  }
  for (const leg of isFormed ? [limit, stop] : []) {
    read(state, leg);
    requests.rememberOrder(ticket, 0, refusal);
  }
  listener.rejected(command, refusal);
}

interface LookedUp {
  readonly isFormed: boolean;
  /** What its id is known for, or `none`; and whether that is the same order. */
  readonly known: number;
  readonly isSame: boolean;
}

function lookUp(state: State, leg: PlaceOrder): LookedUp {
  const { requests, ticket } = state;
  const isNamed = requests.asked.read(leg.owner, RequestKind.order, leg.clientOrderId);
  const isFormed = isNamed && ticket.read(leg);
  const known = isNamed ? requests.find(requests.asked) : none;
  return { isFormed, known, isSame: known !== none && isFormed && isRepeated(state, known) };
}

/** A limit order that can rest, and a stop that is to replace it. */
function isPair({ limit, stop }: PlacePair): boolean {
  const isRight = limit.orderType === 'limit' && limit.timeInForce === 'GTC' && !isPositive(limit.stopTicks);
  const isTied = isPositive(stop.stopTicks) && stop.otherLeg === limit.clientOrderId;
  const isOneSide = limit.owner === stop.owner && limit.market === stop.market && limit.side === stop.side;
  return isRight && isTied && isOneSide && limit.clientOrderId !== stop.clientOrderId;
}

function refusalOf(state: State, pair: PlacePair, market: Market | null, isFormed: boolean): Rejection | null {
  if (market === null) return 'unknownMarket';
  if (!isFormed) return 'malformed';
  const { ticket } = state;
  read(state, pair.limit);
  const refusal = orderRefusal(state, market);
  if (refusal !== null) return refusal;
  if (market.rules.state === 'open' && wouldCross(state, market)) return 'postOnlyWouldCross';
  const { held } = ticket;
  read(state, pair.stop);
  ticket.pairHeld = held;
  return orderRefusal(state, market);
}

function carryOut(state: State, leg: PlaceOrder, market: Market): void {
  read(state, leg);
  assert(orderRefusal(state, market) === null, 'a pair is refused although its orders were not');
  accept(state, leg, market);
}

function read({ requests, ticket }: State, leg: PlaceOrder): void {
  const isNamed = requests.asked.read(leg.owner, RequestKind.order, leg.clientOrderId);
  assert(isNamed && ticket.read(leg), 'a pair has lost its form');
}
