import { type Deposit, type OwnerId, SystemOwner, type Transfer } from '../command.ts';
import { coinKind, kindIndex } from '../accounts/accounts.ts';
import type { Rejection } from '../rejection.ts';
import { type Body, depositFlags, RequestKind, transferFlags } from '../requests/body.ts';
import { hashClientId, noHash } from '../requests/client-id.ts';
import { isDepositForm, isTransferForm } from '../rules/form.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/** Credits an owner from outside. */
export function deposit(state: State, command: Deposit): void {
  once(state, command, {
    kind: RequestKind.deposit,
    isFormed: isDepositForm(command),
    body: () => moneyBody(depositFlags(command), command),
    refusal: () =>
      Number.isSafeInteger((state.issued[command.asset] ?? 0) + command.amount) ? null : 'balanceOverflow',
    carryOut: () => {
      const { accounts, ledger, issued } = state;
      const kind = kindIndex(command.kind);
      issued[command.asset] = (issued[command.asset] ?? 0) + command.amount;
      const source = accounts.open(SystemOwner[command.source], kind, command.asset);
      ledger.post(source, -command.amount, 0, 'deposit', 0);
      ledger.post(accounts.open(command.owner, kind, command.asset), command.amount, 0, 'deposit', 0);
    },
  });
}

/** Moves money between an owner's own accounts. */
export function transfer(state: State, command: Transfer): void {
  const { accounts, ledger } = state;
  const from = kindIndex(command.from);
  once(state, command, {
    kind: RequestKind.transfer,
    isFormed: isTransferForm(command),
    body: () => moneyBody(transferFlags(command), command),
    refusal: () => {
      const account = accounts.find(command.owner, from, command.asset);
      return account === none || accounts.availableOf(account) < command.amount ? 'insufficientBalance' : null;
    },
    carryOut: () => {
      const to = from === coinKind ? 1 : coinKind;
      ledger.post(accounts.open(command.owner, from, command.asset), -command.amount, 0, 'transfer', 0);
      ledger.post(accounts.open(command.owner, to, command.asset), command.amount, 0, 'transfer', 0);
    },
  });
}

interface MoneyRequest {
  readonly kind: number;
  readonly isFormed: boolean;
  body(): Body;
  /** Asked only where form and asset are right. */
  refusal(): Rejection | null;
  carryOut(): void;
}

/** One effect for each id: carries the request out, or answers as before. */
function once(state: State, command: Deposit | Transfer, request: MoneyRequest): void {
  const { requests, listener } = state;
  const owner: OwnerId = command.owner;
  const hash = hashClientId(owner, request.kind, command.requestId);
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
  if (isFormed) {
    const { time } = state;
    requests.remember({ owner, id: command.requestId, hash, time, orderId: 0, refusal }, request.body());
  }
  if (refusal === null) request.carryOut();
  else listener.rejected(command, refusal);
}

function refusalOf(
  state: State,
  command: Deposit | Transfer,
  request: MoneyRequest,
  isFormed: boolean,
): Rejection | null {
  if (!state.hasAsset(command.asset)) return 'unknownAsset';
  return isFormed ? request.refusal() : 'malformed';
}

function moneyBody(flags: number, command: Deposit | Transfer): Body {
  return { flags, subject: command.asset, first: 0, second: command.amount };
}
