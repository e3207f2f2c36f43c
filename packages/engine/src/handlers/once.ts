import { assert } from '@fft/decimal';
import type { Deposit, HoldWithdrawal, Transfer } from '../command.ts';
import type { Rejection } from '../rejection.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

type MoneyCommand = Deposit | Transfer | HoldWithdrawal;

interface MoneyRequest {
  readonly kind: number;
  readonly isFormed: boolean;
  /** The request's body: choices, and its two numbers. */
  readonly flags: number;
  readonly first: number;
  readonly second: number;
  /** Asked only where form and asset are right. */
  refusal(): Rejection | null;
  /** Told under which slot the request is remembered. */
  carryOut(slot: number): void;
}

/** One effect for each id: carries the request out, or answers as before. */
export function once(state: State, command: MoneyCommand, request: MoneyRequest): void {
  const { requests, listener } = state;
  const isNamed = requests.ask(command.owner, request.kind, command.requestId);
  const isFormed = isNamed && request.isFormed;
  if (isFormed) requests.body.set(request.flags, command.asset, request.first, request.second);
  const known = isNamed ? requests.findAsked() : none;
  if (known !== none) {
    if (isFormed && requests.hasSameBody(known)) {
      listener.duplicate(command, 0, requests.refusalOf(known));
    } else {
      listener.rejected(command, 'idConflict');
    }
    return;
  }
  const refusal = refusalOf(state, command, request, isFormed);
  const slot = isFormed ? requests.remember(0, refusal) : none;
  if (refusal !== null) return listener.rejected(command, refusal);
  assert(slot !== none, 'what is carried out is remembered');
  request.carryOut(slot);
}

function refusalOf(state: State, command: MoneyCommand, request: MoneyRequest, isFormed: boolean): Rejection | null {
  if (!state.hasAsset(command.asset)) return 'unknownAsset';
  return isFormed ? request.refusal() : 'malformed';
}
