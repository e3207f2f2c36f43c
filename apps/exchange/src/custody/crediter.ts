import { toLedgerUnits } from '@fft/chains';
import type { Rejection } from '@fft/engine';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Inbox } from '../content/index.ts';
import type { Tables } from '../database/tables.ts';
import type { Directory } from '../listing/directory.ts';
import type { EngineHost } from '../trading/engine-host.ts';
import type { Outcome } from '../trading/batch-events.ts';
import type { Gateway } from '../trading/gateway.ts';
import { type DepositRow, depositsIn, internal, moveDeposit } from './deposits.ts';
import { eachOrLog } from './each-or-log.ts';
import type { ChainCoins } from './coins.ts';
import type { Arrival, ChainReader } from './followed-chain.ts';
import { depositMessage } from './messages.ts';
import { isInLedger } from './ledger-lookup.ts';

export interface CrediterParts {
  readonly db: Kysely<Tables>;
  readonly coins: ChainCoins;
  readonly reader: ChainReader;
  readonly confirmations: number;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly directory: Directory;
  readonly inbox: Inbox;
  readonly log: Logger;
  readonly now: () => number;
}

type ArrivalsOf = (row: Pick<DepositRow, 'height' | 'block_hash'>) => Promise<readonly Arrival[] | null>;

/** Past so many times the confirmations, what a reorganisation took away doesn't come back. */
const goneAfter = 2;

/** Turns what came in over a chain into money of the ledger: once for each deposit, whatever happens in between. */
export class Crediter {
  readonly #parts: CrediterParts;
  /** False deposits that were told of: once is enough. */
  readonly #told = new Set<number>();

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
    const arrivalsOf = this.#readAgain();
    return this.#each(['seen'], async (row) => {
      if (height - row.height + 1 < this.#parts.confirmations || !(await this.#stillStands(row, arrivalsOf))) return;
      if (await this.#move(row, { state: 'crediting' })) await this.#submit({ ...row, state: 'crediting' });
    });
  }

  /** Sees to deposits that were credited and whose block is gone: held, then given back or taken for good. */
  mend(height: number): Promise<void> {
    return this.#each(['lost', 'found'], async (row) => {
      if (row.state === 'found') await this.#giveBack(row);
      else if (row.held === 0) await this.#hold(row);
      else if (height - row.height >= this.#parts.confirmations * goneAfter) await this.#reverse(row);
      else await this.#holdAgain(row);
    });
  }

  /** Looked at again right before: where its block isn't the chain's, the watcher will see it; where its block brought anything else, somebody wrote it down who hasn't seen it. */
  async #stillStands(row: DepositRow, arrivalsOf: ArrivalsOf): Promise<boolean> {
    if (row.block_hash === internal) return true;
    const arrivals = await arrivalsOf(row);
    if (arrivals === null) return false;
    const { coins } = this.#parts;
    const found = arrivals.find(({ txid, position }) => txid === row.txid && position === row.position);
    const coin = found && coins.byContract(found.token);
    const amount = coin && toLedgerUnits(found.amount, coin.ledgerDecimals, coin.chainDecimals);
    const isSame = coin?.asset === row.asset && found?.to === row.address && amount === row.amount;
    if (!isSame) this.#tellOnce(row);
    return isSame;
  }

  #tellOnce({ id, txid }: DepositRow): void {
    if (this.#told.has(id)) return;
    this.#told.add(id);
    this.#parts.log.fatal({ deposit: id, txid }, 'a deposit is not what its block brought: not credited');
  }

  /** What blocks brought, each read once; null where the chain has another block. */
  #readAgain(): ArrivalsOf {
    const read = new Map<string, Promise<readonly Arrival[] | null>>();
    return ({ height, block_hash: hash }) => {
      const known = read.get(hash) ?? this.#arrivalsIn(height, hash);
      read.set(hash, known);
      return known;
    };
  }

  async #arrivalsIn(height: number, hash: string): Promise<readonly Arrival[] | null> {
    const block = await this.#parts.reader.block(height);
    return block?.hash === hash ? (await block.read()).arrivals : null;
  }

  async #submit(row: DepositRow): Promise<void> {
    const { gateway, log } = this.#parts;
    const { customer: owner, asset, amount } = row;
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
      if (!(await moveDeposit(transaction, row, { state: 'credited', updated: now() }))) return;
      await inbox.tell(transaction, row.customer, depositMessage(directory.asset(row.asset).decimals, row));
    });
  }

  async #hold(row: DepositRow): Promise<void> {
    const { host, log } = this.#parts;
    const { available } = host.engine.balance(row.customer, 'coin', row.asset);
    log.error({ deposit: row.id, txid: row.txid, available }, 'a credited deposit is not on the chain any more');
    const held = Math.min(available, row.amount);
    // Written down first: what the ledger knows of it is asked then, by its id.
    const holding = { held, holds: row.holds + 1 };
    if (held > 0 && (await this.#move(row, holding))) await this.#holdAgain({ ...row, ...holding });
  }

  /** The hold that is written down, where the ledger doesn't know it. */
  async #holdAgain(row: DepositRow): Promise<void> {
    const { host, gateway } = this.#parts;
    const { customer: owner, asset, held: amount } = row;
    if (host.engine.withdrawal(owner, holdId(row)) !== null) return;
    const outcome = await gateway.submit({
      type: 'holdWithdrawal',
      requestId: holdId(row),
      destination: 'chain',
      owner,
      kind: 'coin',
      asset,
      amount,
      fee: 0,
    });
    if (refusalOf(outcome) !== null) await this.#move(row, { held: 0 });
  }

  async #giveBack(row: DepositRow): Promise<void> {
    const { host, gateway } = this.#parts;
    const requestId = holdId(row);
    if (row.held > 0 && host.engine.withdrawal(row.customer, requestId)?.state === 'held') {
      await gateway.submit({ type: 'releaseWithdrawal', requestId, owner: row.customer });
    }
    await this.#move(row, { state: 'credited', held: 0 });
  }

  async #reverse(row: DepositRow): Promise<void> {
    const { host, gateway, log } = this.#parts;
    const requestId = holdId(row);
    if (host.engine.withdrawal(row.customer, requestId)?.state === 'held') {
      await gateway.submit({ type: 'settleWithdrawal', requestId, owner: row.customer });
    }
    await this.#move(row, { state: 'reversed' });
    log.error({ deposit: row.id, txid: row.txid, missing: row.amount - row.held }, 'a deposit was reversed');
  }

  async #each(states: readonly DepositRow['state'][], act: (row: DepositRow) => Promise<void>): Promise<void> {
    const { db, coins, log } = this.#parts;
    await eachOrLog(await depositsIn(db, coins.chain, states), log, 'a deposit', act);
  }

  #move(row: DepositRow, change: Partial<Pick<DepositRow, 'state' | 'held' | 'holds'>>): Promise<boolean> {
    return moveDeposit(this.#parts.db, row, { ...change, updated: this.#parts.now() });
  }
}

/** The ledger knows a deposit by it, for ever. */
function creditId({ chain, id }: DepositRow): string {
  return `deposit-${chain}-${id}`;
}

function holdId({ chain, id, holds }: DepositRow): string {
  return `orphan-${chain}-${id}-${holds}`;
}

/** Why the ledger refused, now or when it was first told; null where it did as it was told. */
function refusalOf(outcome: Outcome): Rejection | null {
  return outcome.kind === 'done' ? null : outcome.reason;
}
