import { kindIndex } from '../accounts/accounts.ts';
import { type HoldWithdrawal, type ReleaseWithdrawal, type SettleWithdrawal, SystemOwner } from '../command.ts';
import type { Rejection } from '../rejection.ts';
import { RequestKind, withdrawalFlags } from '../requests/body.ts';
import { isCount, isWithdrawalForm } from '../rules/form.ts';
import { viewOfWithdrawal } from '../state/queries.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { once } from './once.ts';

/** Freezes money that is to leave. */
export function holdWithdrawal(state: State, command: HoldWithdrawal): void {
  const { accounts, ledger, requests } = state;
  const { owner, asset, amount } = command;
  const kind = kindIndex(command.kind);
  once(state, command, {
    kind: RequestKind.withdrawal,
    isFormed: isWithdrawalForm(command),
    flags: withdrawalFlags(command),
    first: command.fee,
    second: amount,
    refusal: () => {
      const account = accounts.find(owner, kind, asset);
      return account === none || accounts.availableOf(account) < amount ? 'insufficientBalance' : null;
    },
    carryOut: (slot) => {
      requests.setHeld(slot);
      state.withdrawals.add(slot);
      ledger.freeze(accounts.open(owner, kind, asset), amount, 0);
    },
  });
}

/** What a withdrawal holds leaves, and its fee goes to the house. */
export function settleWithdrawal(state: State, command: SettleWithdrawal): void {
  const { accounts, ledger, requests, issued, listener } = state;
  const request = findWithdrawal(state, command);
  const refusal = endRefusal(state, command, request, true);
  if (refusal !== null) return listener.rejected(command, refusal);
  if (requests.isSettled(request)) return listener.duplicate(command, 0, null);

  const { asset, kind, destination, amount, fee } = viewOfWithdrawal(state, request);
  const outside = accounts.open(SystemOwner[destination], kindIndex(kind), asset);
  const leaving = amount - fee;
  if (!Number.isSafeInteger(accounts.availableOf(outside) + leaving)) {
    return listener.rejected(command, 'balanceOverflow');
  }
  issued[asset] = (issued[asset] ?? 0) - leaving;
  const account = accounts.open(command.owner, kindIndex(kind), asset);
  ledger.post(account, 0, -leaving, 'withdraw', 0);
  ledger.post(outside, leaving, 0, 'withdraw', 0);
  if (fee > 0) {
    ledger.post(account, 0, -fee, 'fee', 0);
    ledger.post(accounts.open(SystemOwner.house, kindIndex(kind), asset), fee, 0, 'fee', 0);
  }
  requests.setSettled(request);
  endWithdrawal(state, request);
}

/** What a withdrawal holds goes back. */
export function releaseWithdrawal(state: State, command: ReleaseWithdrawal): void {
  const { accounts, ledger, requests, listener } = state;
  const request = findWithdrawal(state, command);
  const refusal = endRefusal(state, command, request, false);
  if (refusal !== null) return listener.rejected(command, refusal);
  if (requests.openOrderOf(request) === none) return listener.duplicate(command, 0, null);

  const { asset, kind, amount } = viewOfWithdrawal(state, request);
  ledger.release(accounts.open(command.owner, kindIndex(kind), asset), amount, 0);
  endWithdrawal(state, request);
}

function endWithdrawal(state: State, request: number): void {
  state.withdrawals.delete(request);
  state.requests.endOrder(request);
}

function findWithdrawal({ requests }: State, { owner, requestId }: SettleWithdrawal | ReleaseWithdrawal): number {
  return requests.find(owner, RequestKind.withdrawal, requestId);
}

function endRefusal(
  { requests }: State,
  command: SettleWithdrawal | ReleaseWithdrawal,
  request: number,
  isToSettle: boolean,
): Rejection | null {
  if (request === none || requests.refusalOf(request) !== null) return 'unknownWithdrawal';
  const hasEnded = requests.openOrderOf(request) === none;
  if (hasEnded && requests.isSettled(request) !== isToSettle) return 'withdrawalEnded';
  return isCount(command.time) ? null : 'malformed';
}
