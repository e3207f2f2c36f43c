import type { Withdrawal } from '@fft/engine';
import { type CrediterOptions, refusalOf } from './crediter.ts';
import { creditId, type DepositChange, type DepositRow, depositsIn, holdId, moveDeposit } from './deposits.ts';
import { type DepositState, uncreditedState } from './deposit-states.ts';
import { forEachRow } from '../for-each-row.ts';
import type { MatchesChain } from './deposit-check.ts';
import { isInLedger, takenUnder } from '../../ledger/ledger-lookup.ts';

/** A deposit counts as gone for good after this many times the confirmations. */
const goneAfterConfirmationsMultiple = 2;

/** State of a hold; null if there is none, or the ledger refused it. */
type HoldState = Withdrawal['state'] | null;

/** Handles credited deposits whose block is gone: holds their money, then returns it or takes it for good. */
export class LostDeposits {
  readonly #options: CrediterOptions;

  constructor(options: CrediterOptions) {
    this.#options = options;
  }

  /** Does all due work at this height. */
  async mend(height: number): Promise<void> {
    const { db, coins, log, check } = this.#options;
    const isAsBrought = check.begin();
    await forEachRow(
      await depositsIn(db, coins.chain, ['inDoubt', 'backInDoubt', 'lost', 'found']),
      async (row) => {
        const credited = await this.#credited(row);
        if (credited?.state === 'found') await this.#giveBack(credited, isAsBrought);
        else if (credited) await this.#holdOrReverse(credited, height);
      },
      (err, { id }) => log.error({ err, deposit: id }, 'deposit.recoveryFailed'),
    );
  }

  /** The deposit as the ledger credited it; null if unknown yet, or never credited: then nothing of the customer's is touched. */
  async #credited(row: DepositRow): Promise<DepositRow | null> {
    if (row.state === 'lost' || row.state === 'found') return row;
    const isBack = row.state === 'backInDoubt';
    const isThere = await this.#isInLedger(row, [creditId(row)]);
    if (isThere) {
      const known = { state: isBack ? 'found' : 'lost', held: 0 } as const;
      return (await this.#move(row, known.state, { held: 0 })) ? { ...row, ...known } : null;
    }
    if (isThere === false) await this.#move(row, isBack ? 'seen' : uncreditedState(row));
    return null;
  }

  /** Counts from when the deposit was missed: the chain may have grown far before a node reports it. */
  async #holdOrReverse(row: DepositRow, height: number): Promise<void> {
    const missed = row.lost_height ?? (await this.#miss(row, height));
    const hold = await this.#holdState(row);
    const held = hold === 'held' || hold === 'settled' ? row.held : 0;
    const isGone = height - missed >= this.#options.confirmations * goneAfterConfirmationsMultiple;
    // While the first node may hide where it is now, it isn't gone.
    if (isGone && this.#options.scan.isDone && (await this.#options.witness.isGone(row)))
      await this.#reverse({ ...row, held });
    else if (held === 0) await this.#hold(row);
  }

  async #miss(row: DepositRow, height: number): Promise<number> {
    this.#options.log.error({ deposit: row.id, txid: row.txid }, 'deposit.lost');
    await this.#move(row, 'lost', { lost_height: height });
    return height;
  }

  /** Holds what the customer has left of it; with nothing left, tries again until it is reversed for good. */
  async #hold(row: DepositRow): Promise<void> {
    const { available } = this.#options.host.engine.balance(row.customer, 'coin', row.asset);
    const held = Math.min(available, row.amount);
    // Recorded first: its id is what the ledger is asked about.
    const holding = { held, holds: row.holds + 1 };
    if (held > 0 && (await this.#move(row, 'lost', holding))) await this.#submitHold({ ...row, ...holding });
  }

  /** State of the recorded hold. Repeats the hold if the ledger does not know it: nothing is returned or taken before that. */
  async #holdState(row: DepositRow): Promise<HoldState> {
    if (row.held === 0) return null;
    const known = this.#known(row);
    if (known) return known;
    const isThere = await this.#isInLedger(row, [holdId(row)]);
    if (isThere === null) throw new Error(`the outcome of ${holdId(row)} is unknown: the tables are behind`);
    return isThere ? (this.#known(row) ?? this.#endOf(row)) : this.#submitHold(row);
  }

  /** The engine forgets ended holds after a day. */
  async #endOf(row: DepositRow): Promise<HoldState> {
    const taken = await takenUnder(this.#options.db, {
      owner: row.customer,
      asset: row.asset,
      references: [holdId(row)],
      since: row.time,
    });
    return taken > 0 ? 'settled' : 'released';
  }

  async #submitHold(row: DepositRow): Promise<HoldState> {
    const { customer: owner, asset, held: amount } = row;
    const outcome = await this.#options.gateway.submit({
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

  async #giveBack(row: DepositRow, isAsBrought: MatchesChain): Promise<void> {
    const isBack = await isAsBrought(row);
    // Its transaction is back but does something else now: the credited deposit is still missing.
    if (isBack === false) await this.#move(row, 'lost');
    if (!isBack || !(await this.#options.witness.deposits()(row))) return;
    const hold = await this.#holdState(row);
    if (hold === 'held') await this.#end('releaseWithdrawal', row);
    // Already taken when a process died: credit it again.
    if (hold === 'settled') await this.#move(row, 'seen', reversed(row));
    else await this.#move(row, 'credited', { held: 0, lost_height: null });
  }

  async #reverse(row: DepositRow): Promise<void> {
    if (this.#known(row) === 'held') await this.#end('settleWithdrawal', row);
    if (!(await this.#move(row, 'reversed', reversed(row)))) return;
    const { id: deposit, txid, amount, held } = row;
    this.#options.log.error({ deposit, txid, missing: amount - held }, 'deposit.reversed');
  }

  async #end(type: 'releaseWithdrawal' | 'settleWithdrawal', row: DepositRow): Promise<void> {
    const outcome = await this.#options.gateway.submit({ type, requestId: holdId(row), owner: row.customer });
    const refused = refusalOf(outcome);
    if (refused !== null) throw new Error(`the ledger refused ${type} of ${holdId(row)}: ${refused}`);
  }

  #known(row: DepositRow): HoldState {
    return row.held > 0 ? (this.#options.host.engine.withdrawal(row.customer, holdId(row))?.state ?? null) : null;
  }

  #isInLedger({ customer, asset, time }: DepositRow, references: readonly string[]): Promise<boolean | null> {
    return isInLedger(this.#options, { owner: customer, asset, references, since: time });
  }

  #move(row: DepositRow, to: DepositState, change: DepositChange = {}): Promise<boolean> {
    return moveDeposit(this.#options.db, row, { to, time: this.#options.now() }, change);
  }
}

/** Marks the held amount as taken: if the deposit comes again, that much is credited under another id. */
function reversed({ held, reversals }: DepositRow): DepositChange {
  return { held, reversals: reversals + 1, lost_height: null };
}
