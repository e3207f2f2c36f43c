import { kindIndex } from '../accounts/accounts.ts';
import { type HoldWithdrawal, type ReleaseWithdrawal, type SettleWithdrawal, SystemOwner } from '../command.ts';
import type { Withdrawal } from '../matching-engine.ts';
import type { Rejection } from '../rejection.ts';
import { RequestKind, withdrawalFlags } from '../requests/order-flags.ts';
import { isCount, isWellFormedWithdrawal } from '../rules/form.ts';
import { withdrawal } from '../state/queries.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { executeOnce } from './execute-once.ts';

/** Freezes the money of a withdrawal. */
export function holdWithdrawal(state: State, command: HoldWithdrawal): void {
  const { accounts, ledger, requests } = state;
  const { owner, asset, amount } = command;
  const kind = kindIndex(command.kind);
  const body = { flags: withdrawalFlags(command), subject: asset, first: command.fee, second: amount };
  executeOnce(state, command, {
    kind: RequestKind.withdrawal,
    isWellFormed: isWellFormedWithdrawal(command),
    body,
    rejection: () => {
      const account = accounts.find(owner, kind, asset);
      return account === none || accounts.availableOf(account) < amount ? 'insufficientBalance' : null;
    },
    execute: () => {
      requests.hold(body, command.requestId);
      ledger.freeze(accounts.open(owner, kind, asset), amount, 0);
    },
  });
}

/** Moves the held money out, and its fee to the house. */
export function settleWithdrawal(state: State, command: SettleWithdrawal): void {
  const { accounts, ledger, issued, listener } = state;
  const known = withdrawal(state, command.owner, command.requestId);
  const rejection = endRejection(command, known, 'released');
  if (known === null || rejection !== null) return listener.rejected(command, rejection ?? 'unknownWithdrawal');
  if (known.state === 'settled') return listener.duplicate(command, 0, null);

  const { asset, kind, destination, amount, fee } = known;
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
  state.requests.endWithdrawal(command.owner, command.requestId, true);
}

/** Releases the held money. */
export function releaseWithdrawal(state: State, command: ReleaseWithdrawal): void {
  const { accounts, ledger, listener } = state;
  const known = withdrawal(state, command.owner, command.requestId);
  const rejection = endRejection(command, known, 'settled');
  if (known === null || rejection !== null) return listener.rejected(command, rejection ?? 'unknownWithdrawal');
  if (known.state === 'released') return listener.duplicate(command, 0, null);

  ledger.release(accounts.open(command.owner, kindIndex(known.kind), known.asset), known.amount, 0);
  state.requests.endWithdrawal(command.owner, command.requestId, false);
}

/** `other` is the final state that conflicts with the command. */
function endRejection(
  command: SettleWithdrawal | ReleaseWithdrawal,
  known: Withdrawal | null,
  other: Withdrawal['state'],
): Rejection | null {
  if (known === null) return 'unknownWithdrawal';
  if (known.state === other) return 'withdrawalEnded';
  return isCount(command.time) ? null : 'malformed';
}
