import type { Rejection } from '@fft/engine';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Inbox } from '../content/index.ts';
import type { Tables } from '../database/tables.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';
import type { Outcome } from '../ledger/replica/batch-events.ts';
import type { Gateway } from '../ledger/gateway.ts';
import type { DepositCheck } from './deposit-check.ts';
import {
  creditId,
  creditIds,
  type DepositChange,
  type DepositRow,
  depositsIn,
  depositsMost,
  dueOf,
  holdId,
  internal,
  moveDeposit,
} from './deposits.ts';
import { eachOrLog } from './each-or-log.ts';
import type { ChainCoins } from './coins.ts';
import { depositMessage } from './messages.ts';
import type { SmallCredits } from './small-credits.ts';
import type { Witness } from './witness.ts';
import { creditedUnder, hasLeft, haveTablesCaughtUp, isInLedger } from './ledger-lookup.ts';

export interface CrediterParts {
  readonly db: Kysely<Tables>;
  readonly coins: ChainCoins;
  readonly check: DepositCheck;
  readonly witness: Witness;
  readonly smallCredits: SmallCredits;
  readonly confirmations: number;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly directory: Directory;
  readonly inbox: Inbox;
  readonly log: Logger;
  readonly now: () => number;
}

/** Turns what came in over a chain into money of the ledger: once for each deposit, whatever happens in between. */
export class Crediter {
  readonly #parts: CrediterParts;
  /** False claims that the log has: once is enough. */
  readonly #told = new Set<number>();
  /** The last one that was looked at where there are many; 0 where all were: those that wait for people keep no other waiting. */
  #last = 0;

  constructor(parts: CrediterParts) {
    this.#parts = parts;
  }

  /** Finds out what became of credits that were begun. To be called before anything else looks at deposits. */
  resolve(): Promise<void> {
    return this.#each(['crediting'], async (row) => {
      const { customer: owner, asset, updated: since } = row;
      const isCredited = await isInLedger(this.#parts, { owner, asset, references: creditIds(row), since });
      if (isCredited) await this.#credited(row);
      else if (isCredited === false) await this.#move(row, { state: 'seen' });
    });
  }

  /** Credits what has enough confirmations at this height of the chain. */
  async credit(height: number): Promise<void> {
    const { db, coins, log, check, confirmations, witness, smallCredits } = this.#parts;
    const seen = await depositsIn(db, coins.chain, ['seen'], this.#last);
    this.#last = seen.length < depositsMost ? 0 : (seen.at(-1)?.id ?? 0);
    // Where a block isn't the chain's any more, the watcher will see it.
    const deep = seen.filter((row) => height - row.height + 1 >= confirmations);
    // What was credited before stands in the tables: until they have it, nobody can say.
    if (deep.length === 0 || !(await haveTablesCaughtUp(this.#parts))) return;
    const [isAsBrought, isAgreed] = [check.begin(), witness.deposits()];
    await eachOrLog(deep, log, 'a deposit', async (row) => {
      if (!(await isAsBrought(row)) || !(await this.#isDue(row))) return;
      const isInside = row.block_hash === internal;
      if (isInside || (await isAgreed(row)) || (await smallCredits.take(row.coin, dueOf(row)))) await this.#credit(row);
    });
  }

  /** Of one that was taken back and came again: whether the ledger took as much. */
  async #isDue(row: DepositRow): Promise<boolean> {
    const { customer: owner, asset, held: amount, time: since } = row;
    if (row.reversals === 0 || amount === 0) return true;
    const isTaken = await hasLeft(this.#parts, { owner, asset, id: holdId(row), amount, since });
    if (!isTaken && !this.#told.has(row.id)) {
      this.#told.add(row.id);
      this.#parts.log.fatal({ deposit: row.id }, 'a deposit was not taken back as its row says: not credited');
    }
    return isTaken === true;
  }

  /** Nothing is credited twice, whatever its row says. */
  async #credit(row: DepositRow): Promise<void> {
    const { db, log } = this.#parts;
    if ((await creditedUnder(db, creditIds(row))).size > 0) {
      log.fatal({ deposit: row.id }, 'the ledger has a deposit whose row says that it has not: not credited again');
      await this.#move(row, { state: 'credited', in_ledger: true });
    } else if (await this.#move(row, { state: 'crediting' })) await this.#submit({ ...row, state: 'crediting' });
  }

  async #submit(row: DepositRow): Promise<void> {
    const { gateway, log } = this.#parts;
    const { customer: owner, asset } = row;
    const amount = dueOf(row);
    // Nothing of it could be taken when it was lost.
    if (amount === 0) return this.#credited(row);
    const outcome = await gateway.submit({
      type: 'deposit',
      requestId: creditId(row),
      source: 'chain',
      owner,
      kind: 'coin',
      asset,
      amount,
    });
    const refused = refusalOf(outcome);
    if (refused !== null) {
      log.error({ deposit: row.id, reason: refused }, 'the ledger refuses a deposit');
      await this.#move(row, { state: 'seen' });
    } else {
      await this.#credited(row);
    }
  }

  async #credited(row: DepositRow): Promise<void> {
    const { db, directory, inbox, now } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const change = { state: 'credited', in_ledger: true, held: 0, updated: now() } as const;
      const amount = dueOf(row);
      if (!(await moveDeposit(transaction, row, change)) || amount === 0) return;
      const { decimals } = directory.asset(row.asset);
      await inbox.tell(transaction, row.customer, depositMessage(decimals, { ...row, amount }));
    });
  }

  async #each(states: readonly DepositRow['state'][], act: (row: DepositRow) => Promise<void>): Promise<void> {
    const { db, coins, log } = this.#parts;
    await eachOrLog(await depositsIn(db, coins.chain, states), log, 'a deposit', act);
  }

  #move(row: DepositRow, change: DepositChange): Promise<boolean> {
    return moveDeposit(this.#parts.db, row, { ...change, updated: this.#parts.now() });
  }
}

/** Why the ledger refused, now or when it was first told; null where it did as it was told. */
export function refusalOf(outcome: Outcome): Rejection | null {
  return outcome.kind === 'done' ? null : outcome.reason;
}
