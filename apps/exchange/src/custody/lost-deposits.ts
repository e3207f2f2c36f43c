import type { Rejection, Withdrawal } from '@fft/engine';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import type { Gateway } from '../trading/gateway.ts';
import type { EngineHost } from '../trading/engine-host.ts';
import type { DepositProof } from './deposit-proof.ts';
import { creditId, type DepositChange, type DepositRow, depositsIn, moveDeposit, refusalOf } from './deposits.ts';
import { eachOrLog } from './each-or-log.ts';
import { isInLedger, movedInLedger } from './ledger-lookup.ts';

export interface LostDepositsParts {
  readonly db: Kysely<Tables>;
  readonly chain: string;
  readonly confirmations: number;
  readonly proof: DepositProof;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly log: Logger;
  readonly now: () => number;
}

/** Past so many times the confirmations, what a reorganisation took away doesn't come back. */
const goneAfter = 2;

/** How a hold stands in the ledger; null where the tables can't say it yet. */
type HoldStanding = Withdrawal['state'] | 'never' | null;

/**
 * Sees to deposits that were credited and whose block is gone: what is left of them is held, and given back where they are found again; or, once the chain has grown long since, taken for good. What is written
 * down comes before what the ledger is told, so at each look the ledger is asked what it knows.
 */
export class LostDeposits {
  readonly #parts: LostDepositsParts;
  /** Those of which people were told. */
  readonly #told = new Set<number>();

  constructor(parts: LostDepositsParts) {
    this.#parts = parts;
  }

  /** Takes each one step, at this height of the chain. */
  async mend(height: number): Promise<void> {
    const { db, chain, confirmations, proof, log } = this.#parts;
    const stands = proof.round();
    await eachOrLog(await depositsIn(db, chain, ['lost', 'found']), log, 'a deposit', async (row) => {
      const isHeld = row.held > 0;
      if (row.state === 'found') {
        if (await stands(row)) await (isHeld ? this.#giveBack(row) : this.#keep(row));
        return;
      }
      const isGone = height - (row.lost_height ?? row.height) >= confirmations * goneAfter;
      await (isHeld ? this.#seeToHold(row, isGone) : this.#beginHold(row, isGone));
    });
  }

  /** Holds what there is of it. Where there is nothing, the house has lost it. */
  async #beginHold(row: DepositRow, isGone: boolean): Promise<void> {
    const isCredited = await this.#isCredited(row);
    if (isCredited === null) return;
    // Its block went while it was being credited, and the ledger was never told: nothing is to be held.
    if (!isCredited) return void (await this.#move(row, { state: 'orphaned' }));
    const { available } = this.#parts.host.engine.balance(row.customer, 'coin', row.asset);
    this.#tellOnce(row, available);
    const held = Math.min(available, row.amount);
    const holding = { held, holds: row.holds + 1 };
    if (held === 0) {
      if (isGone) await this.#reverse(row);
    } else if (await this.#move(row, holding)) await this.#submitHold({ ...row, ...holding });
  }

  async #seeToHold(row: DepositRow, isGone: boolean): Promise<void> {
    const standing = await this.#standingOf(row);
    if (standing === 'never') return this.#submitHold(row);
    // Given back by a process that died before it wrote that down: held anew, under an id of its own.
    if (standing === 'released') return void (await this.#move(row, { held: 0 }));
    if (standing === null || !isGone) return;
    if (standing === 'held') {
      const { customer: owner } = row;
      await this.#parts.gateway.submit({ type: 'settleWithdrawal', requestId: holdId(row), owner });
    }
    await this.#reverse(row);
  }

  async #submitHold(row: DepositRow): Promise<void> {
    const { customer: owner, asset, held: amount } = row;
    const account = { owner, kind: 'coin', asset } as const;
    const hold = { type: 'holdWithdrawal', requestId: holdId(row), destination: 'chain', amount, fee: 0 } as const;
    const refused: Rejection | null = refusalOf(await this.#parts.gateway.submit({ ...hold, ...account }));
    if (refused !== null) await this.#move(row, { held: 0 });
  }

  async #giveBack(row: DepositRow): Promise<void> {
    const standing = await this.#standingOf(row);
    if (standing === null) return;
    if (standing === 'held') {
      const { customer: owner } = row;
      await this.#parts.gateway.submit({ type: 'releaseWithdrawal', requestId: holdId(row), owner });
    }
    await this.#move(row, { state: 'credited', held: 0 });
  }

  /** Found before anything was held of it. */
  async #keep(row: DepositRow): Promise<void> {
    const isCredited = await this.#isCredited(row);
    if (isCredited !== null) await this.#move(row, { state: isCredited ? 'credited' : 'seen' });
  }

  /** Where it comes again after all, the customer is due what was taken from him, and the house has the rest. */
  async #reverse(row: DepositRow): Promise<void> {
    const { id, txid, amount, held, reversals } = row;
    await this.#move(row, { state: 'reversed', held: 0, reversals: reversals + 1, due: held });
    this.#told.delete(id);
    this.#parts.log.error({ deposit: id, txid, missing: amount - held }, 'a deposit was reversed');
  }

  #isCredited(row: DepositRow): Promise<boolean | null> {
    return isInLedger(this.#parts, row.customer, row.asset, creditId(row), row.time);
  }

  async #standingOf(row: DepositRow): Promise<HoldStanding> {
    const { host } = this.#parts;
    const [owner, hold] = [row.customer, holdId(row)];
    const known = host.engine.withdrawal(owner, hold);
    if (known) return known.state;
    // The engine forgets what has ended after a day.
    const moved = await movedInLedger(this.#parts, owner, row.asset, hold, row.time);
    const since = host.engine.withdrawal(owner, hold);
    if (since || moved === null) return since?.state ?? null;
    if (moved.postings === 0) return 'never';
    return moved.available < 0 ? 'settled' : 'released';
  }

  #tellOnce({ id, txid }: DepositRow, available: number): void {
    if (this.#told.has(id)) return;
    this.#told.add(id);
    this.#parts.log.error({ deposit: id, txid, available }, 'a credited deposit is not on the chain any more');
  }

  #move(row: DepositRow, change: DepositChange): Promise<boolean> {
    return moveDeposit(this.#parts.db, row, { ...change, updated: this.#parts.now() });
  }
}

function holdId({ chain, id, holds }: DepositRow): string {
  return `orphan-${chain}-${id}-${holds}`;
}
