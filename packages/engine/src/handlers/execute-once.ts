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
  /** Called only if the command is well formed and the asset exists. */
  rejection(): Rejection | null;
  /** Executes the request and remembers it under the command's id. */
  execute(): void;
}

/** Gives each id one effect: executes the request, or repeats the earlier answer. */
export function executeOnce(state: State, command: MoneyCommand, request: MoneyRequest): void {
  const { requests, listener } = state;
  const { body } = request;
  const hasId = requests.commandKey.read(command.owner, request.kind, command.requestId);
  const isWellFormed = hasId && request.isWellFormed;
  const held = hasId ? requests.withdrawalOf(requests.commandKey, command.requestId) : null;
  const known = hasId && held === null ? requests.find(requests.commandKey) : none;
  if (held !== null || known !== none) {
    const isSame = held === null ? requests.isSame(asCompleted(known), body) : isSameBody(held, body);
    if (!isWellFormed || !isSame) return listener.rejected(command, 'idConflict');
    return listener.duplicate(command, 0, held === null ? requests.completed.rejectionOf(asCompleted(known)) : null);
  }
  const rejection = rejectionOf(state, command, request, isWellFormed);
  if (rejection === null) return request.execute();
  if (isWellFormed) requests.remember(body, 0, rejection);
  listener.rejected(command, rejection);
}

function isSameBody(one: RequestBody, other: RequestBody): boolean {
  const isOfKind = one.flags === other.flags && one.subject === other.subject;
  return isOfKind && one.first === other.first && one.second === other.second;
}

function rejectionOf(
  state: State,
  command: MoneyCommand,
  request: MoneyRequest,
  isWellFormed: boolean,
): Rejection | null {
  if (!state.hasAsset(command.asset)) return 'unknownAsset';
  return isWellFormed ? request.rejection() : 'malformed';
}
