import type { Deposit, HoldWithdrawal, Transfer } from '../command.ts';
import { type Refused, rejectedFor, type Rejection } from '../rejection.ts';
import type { RequestBody } from '../requests/request-body.ts';
import { asCompleted } from '../requests/idempotency-index.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

type MoneyCommand = Deposit | Transfer | HoldWithdrawal;

export interface MoneyRequest {
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
  const hasId = requests.commandKey.read(command.owner, request.kind, command.requestId);
  const isWellFormed = hasId && request.isWellFormed;
  const repeated = hasId ? repeatedAnswer(state, command, request) : null;
  if (repeated?.kind === 'rejected') return listener.rejected(command, repeated.reason);
  if (repeated !== null) return listener.duplicate(command, repeated.orderId, repeated.reason);
  const rejection = rejectionOf(state, command, request, isWellFormed);
  if (rejection === null) return request.execute();
  if (isWellFormed) requests.remember(request.body, 0, rejection);
  listener.rejected(command, rejection);
}

/** What {@link executeOnce} would report instead of executing the request now, or null. */
export function checkOnce(state: State, command: MoneyCommand, request: MoneyRequest): Refused | null {
  const hasId = state.requests.commandKey.read(command.owner, request.kind, command.requestId);
  const isWellFormed = hasId && request.isWellFormed;
  const repeated = hasId ? repeatedAnswer(state, command, request) : null;
  return repeated ?? rejectedFor(rejectionOf(state, command, request, isWellFormed));
}

/** The answer to a request whose id, read into the key, is remembered; null if it isn't. */
function repeatedAnswer(
  { requests }: State,
  command: MoneyCommand,
  { body, isWellFormed }: MoneyRequest,
): Refused | null {
  const { commandKey, completed } = requests;
  const held = requests.withdrawalOf(commandKey, command.requestId);
  const known = held === null ? requests.find(commandKey) : none;
  if (held === null && known === none) return null;
  const isSame = held === null ? requests.isSame(asCompleted(known), body) : isSameBody(held, body);
  if (!isWellFormed || !isSame) return rejectedFor('idConflict');
  return { kind: 'duplicate', orderId: 0, reason: held === null ? completed.rejectionOf(asCompleted(known)) : null };
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
