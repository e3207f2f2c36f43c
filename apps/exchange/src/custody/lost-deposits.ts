import type { Withdrawal } from '@fft/engine';
import { type CrediterParts, refusalOf } from './crediter.ts';
import { creditIds, type DepositChange, type DepositRow, depositsIn, holdId, moveDeposit } from './deposits.ts';
import { eachOrLog } from './each-or-log.ts';
import type { IsAsBrought } from './deposit-check.ts';
import { isInLedger, takenUnder } from './ledger-lookup.ts';

/** Past so many times the confirmations, what a reorganisation took away doesn't come back. */
const goneAfter = 2;

/** What became of a hold; null where there is none, or the ledger refused it. */
type HoldState = Withdrawal['state'] | null;

/** Sees to deposits that were credited and whose block is gone: held, then given back or taken for good. */
export class LostDeposits {
  readonly #parts: CrediterParts;

  constructor(parts: CrediterParts) {
    this.#parts = parts;
  }

  /** Does what there is to do at this height of the chain. */
  async mend(height: number): Promise<void> {
    const { db, coins, log, check } = this.#parts;
    const isAsBrought = check.begin();
    await eachOrLog(await depositsIn(db, coins.chain, ['lost', 'found']), log, 'a lost deposit', async (row) => {
      const credited = await this.#credited(row);
      if (credited?.state === 'found') await this.#giveBack(credited, isAsBrought);
      else if (credited) await this.#holdOrReverse(credited, height);
    });
  }

  /** As it stands in the ledger; null where that isn't known yet, or it never got there: nothing of the customer's is touched for such a one. */
  async #credited(row: DepositRow): Promise<DepositRow | null> {
    if (row.in_ledger) return row;
    const isThere = await this.#isInLedger(row, creditIds(row));
    if (isThere) {
      const known = { in_ledger: true, held: 0 };
      return (await this.#move(row, known)) ? { ...row, ...known } : null;
    }
    const uncredited = row.reversals > 0 ? 'reversed' : 'orphaned';
    if (isThere === false) await this.#move(row, { state: row.state === 'found' ? 'seen' : uncredited });
    return null;
  }

  /** Counted from when it was missed: the chain may have gone far before a node tells of it. */
  async #holdOrReverse(row: DepositRow, height: number): Promise<void> {
    const missed = row.lost_height ?? (await this.#miss(row, height));
    const hold = await this.#holdState(row);
    const held = hold === 'held' || hold === 'settled' ? row.held : 0;
    const isGone = height - missed >= this.#parts.confirmations * goneAfter;
    if (isGone && (await this.#parts.witness.isGone(row))) await this.#reverse({ ...row, held });
    else if (held === 0) await this.#hold(row);
  }

  async #miss(row: DepositRow, height: number): Promise<number> {
    this.#parts.log.error({ deposit: row.id, txid: row.txid }, 'a credited deposit is not on the chain any more');
    await this.#move(row, { lost_height: height });
    return height;
  }

  /** What the customer has left of it; where he has nothing, it is looked again until it is taken for good. */
  async #hold(row: DepositRow): Promise<void> {
    const { available } = this.#parts.host.engine.balance(row.customer, 'coin', row.asset);
    const held = Math.min(available, row.amount);
    // Written down first: what the ledger knows of it is asked then, by its id.
    const holding = { held, holds: row.holds + 1 };
    if (held > 0 && (await this.#move(row, holding))) await this.#submitHold({ ...row, ...holding });
  }

  /** What the ledger made of the hold that is written down. It is told again where it doesn't know of it: nothing is given back or taken before it does. */
  async #holdState(row: DepositRow): Promise<HoldState> {
    if (row.held === 0) return null;
    const known = this.#known(row);
    if (known) return known;
    const isThere = await this.#isInLedger(row, [holdId(row)]);
    if (isThere === null) throw new Error(`not known yet what became of ${holdId(row)}: the tables are behind`);
    return isThere ? (this.#known(row) ?? this.#endOf(row)) : this.#submitHold(row);
  }

  /** The engine forgets after a day what has ended, and how. */
  async #endOf(row: DepositRow): Promise<HoldState> {
    const taken = await takenUnder(this.#parts.db, {
      owner: row.customer,
      asset: row.asset,
      references: [holdId(row)],
      since: row.time,
    });
    return taken > 0 ? 'settled' : 'released';
  }

  async #submitHold(row: DepositRow): Promise<HoldState> {
    const { customer: owner, asset, held: amount } = row;
    const outcome = await this.#parts.gateway.submit({
      type: 'holdWithdrawal',
      requestId: holdId(row),
      destination: 'chain',
      owner,
      kind: 'coin',
      asset,
      amount,
      fee: 0,
    });
    return refusalOf(outcome) === null ? this.#known(row) : null;
  }

  async #giveBack(row: DepositRow, isAsBrought: IsAsBrought): Promise<void> {
    const isBack = await isAsBrought(row);
    // Its transaction is there and does something else now: what was credited is still not on the chain.
    if (isBack === false) await this.#move(row, { state: 'lost' });
    if (!isBack || !(await this.#parts.witness.deposits()(row))) return;
    const hold = await this.#holdState(row);
    if (hold === 'held') await this.#end('releaseWithdrawal', row);
    // Taken already, when a process died: credited anew.
    if (hold === 'settled') await this.#move(row, { state: 'seen', ...reversed(row) });
    else await this.#move(row, { state: 'credited', held: 0, lost_height: null });
  }

  async #reverse(row: DepositRow): Promise<void> {
    if (this.#known(row) === 'held') await this.#end('settleWithdrawal', row);
    if (!(await this.#move(row, { state: 'reversed', ...reversed(row) }))) return;
    const { id: deposit, txid, amount, held } = row;
    this.#parts.log.error({ deposit, txid, missing: amount - held }, 'a deposit was reversed');
  }

  async #end(type: 'releaseWithdrawal' | 'settleWithdrawal', row: DepositRow): Promise<void> {
    const outcome = await this.#parts.gateway.submit({ type, requestId: holdId(row), owner: row.customer });
    const refused = refusalOf(outcome);
    if (refused !== null) throw new Error(`the ledger refuses ${type} of ${holdId(row)}: ${refused}`);
  }

  #known(row: DepositRow): HoldState {
    return row.held > 0 ? (this.#parts.host.engine.withdrawal(row.customer, holdId(row))?.state ?? null) : null;
  }

  #isInLedger({ customer, asset, time }: DepositRow, references: readonly string[]): Promise<boolean | null> {
    return isInLedger(this.#parts, { owner: customer, asset, references, since: time });
  }

  #move(row: DepositRow, change: DepositChange): Promise<boolean> {
    return moveDeposit(this.#parts.db, row, { ...change, updated: this.#parts.now() });
  }
}

/** What was held is taken: as much is credited should it come again, under another id. */
function reversed({ held, reversals }: DepositRow): DepositChange {
  return { held, reversals: reversals + 1, in_ledger: false, lost_height: null };
}
