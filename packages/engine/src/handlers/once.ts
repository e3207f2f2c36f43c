import { assert } from '@fft/decimal';
import type { Deposit, HoldWithdrawal, OwnerId, Transfer } from '../command.ts';
import type { Rejection } from '../rejection.ts';
import type { Body } from '../requests/body.ts';
import { noHash } from '../requests/client-id.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

type MoneyCommand = Deposit | Transfer | HoldWithdrawal;

interface MoneyRequest {
  readonly kind: number;
  readonly isFormed: boolean;
  body(): Body;
  /** Asked only where form and asset are right. */
  refusal(): Rejection | null;
  /** Told under which slot the request is remembered. */
  carryOut(slot: number): void;
}

/** One effect for each id: carries the request out, or answers as before. */
export function once(state: State, command: MoneyCommand, request: MoneyRequest): void {
  const { requests, listener } = state;
  const owner: OwnerId = command.owner;
  const hash = requests.hashOf(owner, request.kind, command.requestId);
  const isFormed = hash !== noHash && request.isFormed;
  const known = hash === noHash ? none : requests.find(hash, request.kind, owner, command.requestId);
  if (known !== none) {
    if (isFormed && requests.sameBody(known, request.body())) {
      listener.duplicate(command, 0, requests.refusalOf(known));
    } else {
      listener.rejected(command, 'idConflict');
    }
    return;
  }
  const refusal = refusalOf(state, command, request, isFormed);
  let slot = none;
  if (isFormed) {
    const { time } = state;
    slot = requests.remember({ owner, id: command.requestId, hash, time, orderId: 0, refusal }, request.body());
  }
  if (refusal !== null) return listener.rejected(command, refusal);
  assert(slot !== none, 'what is carried out is remembered');
  request.carryOut(slot);
}

function refusalOf(state: State, command: MoneyCommand, request: MoneyRequest, isFormed: boolean): Rejection | null {
  if (!state.hasAsset(command.asset)) return 'unknownAsset';
  return isFormed ? request.refusal() : 'malformed';
}

export function moneyBody(flags: number, command: Deposit | Transfer): Body {
  return { flags, subject: command.asset, first: 0, second: command.amount, extras: null };
}
