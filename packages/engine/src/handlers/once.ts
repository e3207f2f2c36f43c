import type { Deposit, HoldWithdrawal, Transfer } from '../command.ts';
import type { Rejection } from '../rejection.ts';
import type { RequestBody } from '../requests/request-body.ts';
import { asCompleted } from '../requests/idempotency-index.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

type MoneyCommand = Deposit | Transfer | HoldWithdrawal;

interface MoneyRequest {
  readonly kind: number;
  readonly isWellFormed: boolean;
  readonly body: RequestBody;
  /** Asked only where form and asset are right. */
  refusal(): Rejection | null;
  /** Carries it out, and remembers it under the id that was asked for. */
  carryOut(): void;
}

/** One effect for each id: carries the request out, or answers as before. */
export function once(state: State, command: MoneyCommand, request: MoneyRequest): void {
  const { requests, listener } = state;
  const { body } = request;
  const isNamed = requests.asked.read(command.owner, request.kind, command.requestId);
  const isFormed = isNamed && request.isWellFormed;
  const held = isNamed ? requests.heldOf(requests.asked, command.requestId) : null;
  const known = isNamed && held === null ? requests.find(requests.asked) : none;
  if (held !== null || known !== none) {
    const isSame = held === null ? requests.isSame(asCompleted(known), body) : isSameBody(held, body);
    if (!isFormed || !isSame) return listener.rejected(command, 'idConflict');
    return listener.duplicate(command, 0, held === null ? requests.ended.refusalOf(asCompleted(known)) : null);
  }
  const refusal = refusalOf(state, command, request, isFormed);
  if (refusal === null) return request.carryOut();
  if (isFormed) requests.remember(body, 0, refusal);
  listener.rejected(command, refusal);
}

function isSameBody(one: RequestBody, other: RequestBody): boolean {
  const isOfKind = one.flags === other.flags && one.subject === other.subject;
  return isOfKind && one.first === other.first && one.second === other.second;
}

function refusalOf(state: State, command: MoneyCommand, request: MoneyRequest, isFormed: boolean): Rejection | null {
  if (!state.hasAsset(command.asset)) return 'unknownAsset';
  return isFormed ? request.refusal() : 'malformed';
}
