import { type Deposit, SystemOwner, type Transfer } from '../command.ts';
import { coinKind, kindIndex } from '../accounts/accounts.ts';
import { depositFlags, RequestKind, transferFlags } from '../requests/order-flags.ts';
import { isWellFormedDeposit, isWellFormedTransfer } from '../rules/form.ts';
import type { Refused } from '../rejection.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { checkOnce, executeOnce, type MoneyRequest } from './execute-once.ts';

/** Credits an owner from outside the exchange. */
export function deposit(state: State, command: Deposit): void {
  const body = { flags: depositFlags(command), subject: command.asset, first: 0, second: command.amount };
  executeOnce(state, command, {
    kind: RequestKind.deposit,
    isWellFormed: isWellFormedDeposit(command),
    body,
    rejection: () => {
      const { asset, amount } = command;
      const source = state.accounts.find(SystemOwner[command.source], kindIndex(command.kind), asset);
      const owed = (source === none ? 0 : state.accounts.availableOf(source)) - amount;
      const isSafe = Number.isSafeInteger((state.issued[asset] ?? 0) + amount) && Number.isSafeInteger(owed);
      return isSafe ? null : 'balanceOverflow';
    },
    execute: () => {
      const { accounts, ledger, issued, requests } = state;
      requests.remember(body, 0, null);
      const kind = kindIndex(command.kind);
      issued[command.asset] = (issued[command.asset] ?? 0) + command.amount;
      const source = accounts.open(SystemOwner[command.source], kind, command.asset);
      ledger.post(source, -command.amount, 0, 'deposit', 0);
      ledger.post(accounts.open(command.owner, kind, command.asset), command.amount, 0, 'deposit', 0);
    },
  });
}

/** Moves money between an owner's coin and fiat accounts. */
export function transfer(state: State, command: Transfer): void {
  executeOnce(state, command, transferRequest(state, command));
}

/** What {@link transfer} would report instead of moving the money now, or null. */
export function checkTransfer(state: State, command: Transfer): Refused | null {
  return checkOnce(state, command, transferRequest(state, command));
}

function transferRequest(state: State, command: Transfer): MoneyRequest {
  const { accounts, ledger } = state;
  const from = kindIndex(command.from);
  const body = { flags: transferFlags(command), subject: command.asset, first: 0, second: command.amount };
  return {
    kind: RequestKind.transfer,
    isWellFormed: isWellFormedTransfer(command),
    body,
    rejection: () => {
      const account = accounts.find(command.owner, from, command.asset);
      return account === none || accounts.availableOf(account) < command.amount ? 'insufficientBalance' : null;
    },
    execute: () => {
      state.requests.remember(body, 0, null);
      const to = from === coinKind ? 1 : coinKind;
      ledger.post(accounts.open(command.owner, from, command.asset), -command.amount, 0, 'transfer', 0);
      ledger.post(accounts.open(command.owner, to, command.asset), command.amount, 0, 'transfer', 0);
    },
  };
}
