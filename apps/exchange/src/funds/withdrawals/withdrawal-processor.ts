import type { Rejection } from '@fft/engine';
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { AnyTransaction } from '../../database/rooms.ts';
import { own, type Tables } from '../room.ts';
import { Refusal } from '../../refusals/refusal.ts';
import type { Gateway } from '../../ledger/gateway.ts';
import { refusalOf } from '../../ledger/refusals.ts';
import type { Authority } from './authority.ts';
import type { Blocks } from './blocks.ts';
import { isSigned } from './is-signed.ts';
import type { Risk } from '@fft/console-contract';
import { kindOf } from './rail.ts';
import { dayMs } from './rules.ts';
import { endings, isEnd, type State } from './states.ts';
import type { Details, Withdrawals } from './withdrawals.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

/** Called with each state that customers see, in the transaction of the change. */
export type OnChange = (transaction: Transaction<Tables>, row: WithdrawalRow) => Promise<void>;

export interface PayCheck {
  readonly wasSigned?: boolean;
  /** Called before a withdrawal returns to review; if it throws, the withdrawal stays approved. */
  readonly onSentBack: (row: WithdrawalRow) => Promise<void>;
}

/** Moves withdrawals between states and keeps the ledger in step: a change recorded here is submitted to the ledger until it is applied. */
export interface WithdrawalProcessor {
  /** @throws GatewayUnavailable if the ledger accepts no commands now */
  requireOpen(): Promise<void>;
  /** Freezes the money of a requested withdrawal. @throws Refusal if the ledger refuses, GatewayUnavailable */
  begin(row: WithdrawalRow): Promise<WithdrawalRow>;
  /** Moves a withdrawal to another state, and ends it in the ledger if that state is final; null if its state cannot become `to`. */
  move(id: number, to: Exclude<State, 'requested' | 'refused'>, details?: Details): Promise<WithdrawalRow | null>;
  /**
   * True if an approved withdrawal may still be paid. If its account is stopped and nothing is signed, the withdrawal returns to review. Call it before
   * anything is signed.
   */
  mayPay(row: Pick<WithdrawalRow, 'id' | 'customer'>, options: PayCheck): Promise<boolean>;
  /** Marks a withdrawal as sent, in the transaction that records what was signed; null if it is not approved any more, or its account is stopped. */
  noteSent(
    handle: AnyTransaction,
    row: Pick<WithdrawalRow, 'id' | 'customer'>,
    txid: string,
  ): Promise<WithdrawalRow | null>;
  /** Records the transaction that pays a withdrawal; its state stays. */
  readonly notePaidBy: Withdrawals['notePaidBy'];
  /** Cancels a customer's withdrawals in review and those not begun; returns their ids. @throws GatewayUnavailable */
  cancelWaiting(customer: number): Promise<number[]>;
  /** Finishes what a crash or a lost journal left half done. Call it at the start and periodically. */
  resume(): Promise<void>;
}

export interface WithdrawalProcessorOptions {
  readonly db: Kysely<Tables>;
  readonly gateway: Gateway;
  readonly withdrawals: Withdrawals;
  readonly authority: Pick<Authority, 'isProvenEnd' | 'alarm'>;
  readonly blocks: Blocks;
  readonly onChange: OnChange;
  readonly log: Logger;
  readonly now: () => number;
}

/** The ledger identifies a withdrawal by its id. */
function ledgerId({ id }: Pick<WithdrawalRow, 'id'>): string {
  return String(id);
}

export function createWithdrawalProcessor({
  db,
  gateway,
  withdrawals,
  authority,
  blocks,
  onChange,
  log,
  now,
}: WithdrawalProcessorOptions): WithdrawalProcessor {
  const { change, changeIn, start, sendBack } = createChanges({ db, withdrawals, onChange });

  async function hold(row: WithdrawalRow): Promise<Rejection | null> {
    const { customer: owner, asset, amount, fee } = row;
    const what = { requestId: ledgerId(row), owner, kind: kindOf(row), asset, amount, fee };
    const outcome = await gateway.submit({ type: 'holdWithdrawal', destination: 'chain', ...what });
    return outcome.kind === 'done' ? null : outcome.reason;
  }

  async function begin(row: WithdrawalRow): Promise<WithdrawalRow> {
    const reason = await hold(row);
    if (reason !== null) {
      await change(row.id, 'refused', { reason });
      throw refusalOf(reason);
    }
    const begun = (await start(row.id)) ?? (await withdrawals.find(row.customer, row.id));
    if (begun === null) throw new Error(`withdrawal ${row.id} holds money but its row is missing`);
    return begun;
  }

  const end = createEnd({ gateway, withdrawals, authority, now });

  async function resume(): Promise<void> {
    for (const row of await withdrawals.unfinished()) {
      await (row.state === 'requested' ? begin(row) : end(row)).catch((error: unknown) =>
        log.warn({ err: error, withdrawal: row.id, state: row.state }, 'withdrawal.finishFailed'),
      );
    }
  }

  const move: WithdrawalProcessor['move'] = async (id, to, details) => {
    const row = await change(id, to, details);
    if (row !== null) await end(row);
    return row;
  };

  return {
    requireOpen: () => requireOpen(gateway),
    begin,
    move,
    notePaidBy: withdrawals.notePaidBy,
    ...createPayChecks({ db, withdrawals, blocks, now, changeIn, sendBack }),
    cancelWaiting: async (customer) => {
      // Another process may be freezing the money of these: only the ledger's answer is certain.
      for (const row of await withdrawals.requested(customer)) await begin(row).catch(unlessRefused);
      return cancelReviewed(withdrawals, customer, move);
    },
    resume,
  };
}

/** Submits a withdrawal's end to the ledger, which ignores repetitions. An unproven end is reported to operators instead. */
function createEnd({
  gateway,
  withdrawals,
  authority,
  now,
}: Pick<WithdrawalProcessorOptions, 'gateway' | 'withdrawals' | 'authority' | 'now'>): (
  row: WithdrawalRow,
) => Promise<void> {
  const reported = new Set<number>();
  return async (row) => {
    if (!isEnd(row.state)) return;
    if (!authority.isProvenEnd(row)) {
      if (!reported.has(row.id)) authority.alarm(row);
      reported.add(row.id);
      throw new Error(`nothing proves that withdrawal ${row.id} is ${row.state}: check its row`);
    }
    const ending = { requestId: ledgerId(row), owner: row.customer };
    const outcome = await gateway.submit({ type: endings[row.state], ...ending });
    if (outcome.kind !== 'done' && outcome.reason !== null && !wasEnded(row, outcome.reason, now()))
      throw new Error(`withdrawal ${row.id} is ${row.state}, but the ledger answers ${outcome.reason}`);
    await withdrawals.close(row.id);
  };
}

async function requireOpen(gateway: WithdrawalProcessorOptions['gateway']): Promise<void> {
  const refused = gateway.refusesNow('holdWithdrawal');
  if (refused !== null) throw refused;
}

type Changes = ReturnType<typeof createChanges>;

/** The checks before an approved withdrawal is signed, and again before the signed transaction is recorded and sent. */
function createPayChecks({
  db,
  withdrawals,
  blocks,
  now,
  changeIn,
  sendBack,
}: Pick<WithdrawalProcessorOptions, 'db' | 'withdrawals' | 'blocks' | 'now'> &
  Pick<Changes, 'changeIn' | 'sendBack'>): Pick<WithdrawalProcessor, 'mayPay' | 'noteSent'> {
  return {
    mayPay: async ({ id, customer }, { wasSigned = false, onSentBack }) => {
      const inOne = db.transaction();
      const block = await inOne.execute((transaction) => blocks.of(transaction, { id, customer }, now()));
      if (block === null) return true;
      const why: Risk[] = wasSigned ? [block, 'signedBefore'] : [block];
      // The callback may take long, so no row is locked here: the account's owner may want to lock it.
      const planned = await dryRun(db, (transaction) => withdrawals.sendBack(transaction, id, why));
      if (planned !== null) await onSentBack(planned);
      return inOne.execute(async (transaction) => {
        const reviewed = planned && (await sendBack(transaction, id, why));
        return reviewed === null && (await isSigned(transaction, id));
      });
    },
    noteSent: async (handle, { id, customer }, txid) => {
      const transaction = own(handle);
      const block = await blocks.of(transaction, { id, customer }, now());
      return block === null ? changeIn(transaction, id, 'sent', { txid, confirmations: 0 }) : null;
    },
  };
}

/** Returns the result of a change without making it. */
async function dryRun<T>(db: Kysely<Tables>, act: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
  const trial = await db.startTransaction().execute();
  try {
    return await act(trial);
  } finally {
    await trial.rollback().execute();
  }
}

/** State changes, each reported in its transaction. */
function createChanges({
  db,
  withdrawals,
  onChange,
}: Pick<WithdrawalProcessorOptions, 'db' | 'withdrawals' | 'onChange'>) {
  async function reported(transaction: Transaction<Tables>, row: WithdrawalRow | null): Promise<WithdrawalRow | null> {
    if (row !== null && row.state !== 'refused') await onChange(transaction, row);
    return row;
  }
  const changeIn = async (transaction: Transaction<Tables>, id: number, to: State, details?: Details) =>
    reported(transaction, await withdrawals.move(transaction, id, to, details));
  return {
    changeIn,
    change: (id: number, to: State, details?: Details) =>
      db.transaction().execute((transaction) => changeIn(transaction, id, to, details)),
    sendBack: async (transaction: Transaction<Tables>, id: number, why: readonly Risk[]) =>
      reported(transaction, await withdrawals.sendBack(transaction, id, why)),
    start: (id: number) =>
      db.transaction().execute(async (transaction) => reported(transaction, await withdrawals.begin(transaction, id))),
  };
}

/**
 * True if the ledger applied this end before. It keeps the money of each withdrawal beyond `requested` frozen until its end, and remembers the end for a day after the
 * freezing: it must have applied the end of an older one that it does not know.
 */
function wasEnded({ time }: WithdrawalRow, reason: Rejection, now: number): boolean {
  return reason === 'unknownWithdrawal' && time <= now - dayMs;
}

/** A withdrawal that the ledger refused needs no cancelling. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

async function cancelReviewed(
  withdrawals: Withdrawals,
  customer: number,
  move: WithdrawalProcessor['move'],
): Promise<number[]> {
  const inReview = { state: 'review', before: Infinity, limit: 1000 } as const;
  const cancelled: number[] = [];
  for (const { id } of await withdrawals.list(customer, inReview))
    if ((await move(id, 'cancelled')) !== null) cancelled.push(id);
  return cancelled;
}
