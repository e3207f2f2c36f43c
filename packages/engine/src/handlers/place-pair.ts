import { assert } from '@fft/decimal';
import type { PlaceOrder, PlacePair } from '../command.ts';
import type { Market } from '../markets/market.ts';
import { type Refused, rejectedFor, type Rejection } from '../rejection.ts';
import { RequestKind } from '../requests/order-flags.ts';
import { isCount, isRecord } from '../rules/form.ts';
import { orderRejection, wouldCross } from '../rules/order-rules.ts';
import { isPair } from '../rules/pair-form.ts';
import type { State } from '../state/state.ts';
import { accept, duplicateOf, freeId, isWellFormedFor, judgeId, lookUpOrder, reportDuplicate } from './place.ts';

/** Places both orders of an OCO pair, or neither. */
export function placePair(state: State, command: PlacePair): void {
  const { listener, requests, ticket } = state;
  const { limit, stop } = command;
  const lookedUp = lookUp(state, command);
  if (lookedUp === null) return listener.rejected(command, 'malformed');
  const { first, second, isWellFormed } = lookedUp;
  if (isTaken(lookedUp)) {
    if (!isRepeated(lookedUp)) return listener.rejected(command, 'idConflict');
    reportDuplicate(state, limit, first.known);
    reportDuplicate(state, stop, second.known);
    return;
  }

  const isOffered = isWellFormed && isOfferedPair(state, command);
  const rejection = rejectionOf(state, command, isOffered);
  if (rejection === null) {
    const market = state.market(limit.market);
    assert(market !== null, 'an accepted pair has a market');
    for (const { known } of [first, second]) freeId(state, known);
    for (const leg of [limit, stop]) execute(state, command, { leg, market });
    return;
  }
  for (const leg of isOffered ? [limit, stop] : []) {
    read(state, leg);
    if (ticket.repeatMs < 0) requests.rememberOrder(ticket, 0, rejection);
  }
  listener.rejected(command, rejection);
}

/** What {@link placePair} would report instead of accepting the pair now, or null. A known pair is reported as its stop. */
export function checkPair(state: State, command: PlacePair): Refused | null {
  const lookedUp = lookUp(state, command);
  if (lookedUp === null) return rejectedFor('malformed');
  if (!isTaken(lookedUp)) {
    return rejectedFor(rejectionOf(state, command, lookedUp.isWellFormed && isOfferedPair(state, command)));
  }
  return isRepeated(lookedUp) ? duplicateOf(state, lookedUp.second.known) : rejectedFor('idConflict');
}

interface LookedUpPair {
  readonly first: LookedUp;
  readonly second: LookedUp;
  readonly isWellFormed: boolean;
}

interface LookedUp {
  readonly isWellFormed: boolean;
  /** The result of `requests.find`, and what it means for this order. */
  readonly known: number;
  readonly use: ReturnType<typeof judgeId>;
}

/** Null without two legs. */
function lookUp(state: State, command: PlacePair): LookedUpPair | null {
  const { time, limit, stop } = command;
  if (!isRecord(limit) || !isRecord(stop)) return null;
  const first = lookUpLeg(state, limit);
  const second = lookUpLeg(state, stop);
  return { first, second, isWellFormed: isCount(time) && first.isWellFormed && second.isWellFormed && isPair(command) };
}

function lookUpLeg(state: State, leg: PlaceOrder): LookedUp {
  const known = lookUpOrder(state, leg);
  return { isWellFormed: state.ticket.isWellFormed, known, use: judgeId(state, known) };
}

function isTaken({ first, second }: LookedUpPair): boolean {
  return first.use !== 'free' || second.use !== 'free';
}

function isRepeated({ first, second }: LookedUpPair): boolean {
  return first.use === 'duplicate' && second.use === 'duplicate';
}

/** False if the market doesn't offer a stop's kind. An unknown market is rejected later. */
function isOfferedPair(state: State, { limit, stop }: PlacePair): boolean {
  const market = state.market(limit.market);
  if (market === null) return true;
  return [limit, stop].every((leg) => {
    read(state, leg);
    return isWellFormedFor(state, market);
  });
}

function rejectionOf(state: State, pair: PlacePair, isWellFormed: boolean): Rejection | null {
  const market = state.market(pair.limit.market);
  if (market === null) return 'unknownMarket';
  if (!isWellFormed) return 'malformed';
  const { ticket } = state;
  read(state, pair.limit);
  const rejection = orderRejection(state, market);
  if (rejection !== null) return rejection;
  if (!ticket.isStop && market.rules.state === 'open' && wouldCross(state, market)) return 'postOnlyWouldCross';
  const { held } = ticket;
  read(state, pair.stop);
  ticket.pairHeld = held;
  return orderRejection(state, market);
}

interface Executing {
  readonly leg: PlaceOrder;
  readonly market: Market;
}

function execute(state: State, { bothWait }: PlacePair, { leg, market }: Executing): void {
  read(state, leg);
  state.ticket.replacesStop = bothWait === true;
  assert(orderRejection(state, market) === null, 'an accepted pair was rejected');
  accept(state, leg, market);
}

function read({ requests, ticket }: State, leg: PlaceOrder): void {
  const hasId = requests.commandKey.read(leg.owner, RequestKind.order, leg.clientOrderId);
  assert(hasId && ticket.read(leg), 'an accepted pair is malformed');
}
