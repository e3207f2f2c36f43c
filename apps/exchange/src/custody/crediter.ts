import type { Rejection } from '@fft/engine';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Inbox } from '../content/index.ts';
import type { Tables } from '../database/tables.ts';
import type { Directory } from '../listing/directory.ts';
import type { EngineHost } from '../trading/engine-host.ts';
import type { Outcome } from '../trading/batch-events.ts';
import type { Gateway } from '../trading/gateway.ts';
import type { DepositCheck } from './deposit-check.ts';
import { creditId, type DepositChange, type DepositRow, depositsIn, dueOf, moveDeposit } from './deposits.ts';
import { eachOrLog } from './each-or-log.ts';
import type { ChainCoins } from './coins.ts';
import { depositMessage } from './messages.ts';
import { isInLedger } from './ledger-lookup.ts';

export interface CrediterParts {
  readonly db: Kysely<Tables>;
  readonly coins: ChainCoins;
  readonly check: DepositCheck;
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

  constructor(parts: CrediterParts) {
    this.#parts = parts;
  }

  /** Finds out what became of credits that were begun. To be called before anything else looks at deposits. */
  resolve(): Promise<void> {
    return this.#each(['crediting'], async (row) => {
      const isCredited = await isInLedger(this.#parts, row.customer, row.asset, creditId(row), row.updated);
      if (isCredited) await this.#credited(row);
      else if (isCredited === false) await this.#move(row, { state: 'seen' });
    });
  }

  /** Credits what has enough confirmations at this height of the chain. */
  credit(height: number): Promise<void> {
    const isAsBrought = this.#parts.check.begin();
    return this.#each(['seen'], async (row) => {
      // Where its block isn't the chain's any more, the watcher will see it.
      if (height - row.height + 1 < this.#parts.confirmations || !(await isAsBrought(row))) return;
      if (await this.#move(row, { state: 'crediting' })) await this.#submit({ ...row, state: 'crediting' });
    });
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
