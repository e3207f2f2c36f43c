import { toLedgerUnits } from '@fft/chains';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import { minDeposit, type ChainCoins } from '../coins.ts';
import type { AddressFamily } from '../tables.ts';
import type { Arrival, ChainBlock, ChainReader, BlockRef } from '../chains/chain.ts';
import { orphanMisstated, recordDeposit, unwindDeposits } from './deposits.ts';
import { reopenPayments } from '../payments/reopened-payments.ts';

/** The chain does something that needs people: nothing is credited or paid on it until they have checked. */
export class ChainPaused extends Error {
  override readonly name: string = 'ChainPaused';
}

/** A reorganisation went deeper than the remembered blocks. */
export class ReorganisedTooDeep extends ChainPaused {
  override readonly name = 'ReorganisedTooDeep';
}

/** Blocks that a chain took back. */
export interface Reorganisation {
  readonly depth: number;
  readonly time: number;
}

export interface WatcherOptions {
  readonly db: Kysely<Tables>;
  readonly reader: ChainReader;
  readonly coins: ChainCoins;
  readonly family: AddressFamily;
  readonly now: () => number;
  /** Called with each block once it is recorded, and what it brought. */
  readonly onRead?: (block: BlockRef, arrivals: readonly Arrival[]) => void;
}

/** Number of remembered blocks, and the maximum depth of a reorganisation. */
const maxRememberedBlocks = 256;

/** Duration of the operators' alarm after a reorganisation reached credited deposits. */
export const reorganisationAlarmMs = 3_600_000;

/** Follows a chain block by block, unwinds reorganised blocks, and records customers' deposits. */
export class Watcher {
  readonly #options: WatcherOptions;
  #reorganisation: Reorganisation | null = null;

  constructor(options: WatcherOptions) {
    this.#options = options;
  }

  /** The deepest recent reorganisation; the later one if equally deep. */
  get reorganisation(): Reorganisation | null {
    return this.#reorganisation;
  }

  /** The last block read, or null before the first. */
  async tip(): Promise<BlockRef | null> {
    const { db, coins } = this.#options;
    const row = await db
      .selectFrom('chain_blocks')
      .select(['height', 'hash'])
      .where('chain', '=', coins.chain)
      .orderBy('height', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ?? null;
  }

  /**
   * Takes one step: reads the next block, or unwinds blocks that left the chain. Returns false if there is nothing to do.
   * @throws ChainPaused
   */
  async step(): Promise<boolean> {
    const { reader } = this.#options;
    const tip = await this.tip();
    if (tip === null) throw new Error(`reading of ${this.#options.coins.chain} has no first block`);
    const hashNow = await reader.hashAt(tip.height);
    // A lagging node (restarted, or one of several) has no block there yet, which proves nothing against ours.
    if (hashNow === null) return false;
    if (hashNow !== tip.hash) {
      await this.#unwind(tip.height);
      return true;
    }
    const next = await reader.block(tip.height + 1);
    // If its parent differs, the next step starts again from the tip.
    if (next === null || next.parent !== tip.hash) return next !== null;
    await this.#read(next);
    return true;
  }

  async #read(block: ChainBlock): Promise<void> {
    const { db, coins } = this.#options;
    const content = await block.read();
    await db.transaction().execute(async (transaction) => {
      await content.keep(transaction);
      await this.#note(transaction, block, content.arrivals);
      const { height, hash } = block;
      await transaction.insertInto('chain_blocks').values({ chain: coins.chain, height, hash }).execute();
      await transaction
        .deleteFrom('chain_blocks')
        .where('chain', '=', coins.chain)
        .where('height', '<', height - maxRememberedBlocks)
        .execute();
    });
    this.#options.onRead?.(block, content.arrivals);
  }

  /**
   * Reads a block again whose deposits the node hid or misstated before. Rows of those that were found otherwise, and never credited, are replaced.
   * Returns false, and changes nothing, if the node has another block, or doesn't report all of them now.
   */
  async readAgain({ height, hash }: BlockRef, found: readonly Arrival[]): Promise<boolean> {
    const { db, reader, coins, now } = this.#options;
    const block = await reader.block(height);
    if (block?.hash !== hash) return false;
    const content = await block.read();
    if (!found.every((one) => content.arrivals.some((arrival) => isSame(one, arrival)))) return false;
    await db.transaction().execute(async (transaction) => {
      for (const { txid, position } of found)
        await orphanMisstated(transaction, { chain: coins.chain, txid, position }, now());
      await content.keep(transaction);
      await this.#note(transaction, block, found);
    });
    return true;
  }

  /** One query per block, however many addresses there are. */
  async #note(transaction: Transaction<Tables>, block: BlockRef, incoming: readonly Arrival[]): Promise<void> {
    if (incoming.length === 0) return;
    const owners = await transaction
      .selectFrom('deposit_addresses')
      .select(['address', 'customer'])
      .where('family', '=', this.#options.family)
      .where('address', '=', sql<string>`any(${[...new Set(incoming.map(({ to }) => to))]})`)
      .execute();
    const customerOf = new Map(owners.map(({ address, customer }) => [address, customer]));
    for (const arrival of incoming) {
      const customer = customerOf.get(arrival.to);
      if (customer !== undefined) await this.#add(transaction, block, arrival, customer);
    }
  }

  async #add(
    transaction: Transaction<Tables>,
    { height, hash }: BlockRef,
    arrival: Arrival,
    customer: number,
  ): Promise<void> {
    const { coins, now } = this.#options;
    const coin = coins.byContract(arrival.token);
    const units = coin && toLedgerUnits(arrival.amount, coin.ledgerDecimals, coin.chainDecimals);
    if (!coin || units === null || units === 0) return;
    const state = units < minDeposit(coin) ? 'small' : 'seen';
    const time = now();
    await recordDeposit(transaction, {
      chain: coins.chain,
      txid: arrival.txid,
      position: arrival.position,
      customer,
      address: arrival.to,
      coin: coin.coin,
      asset: coin.asset,
      amount: units,
      height,
      block_hash: hash,
      state,
      time,
      updated: time,
    });
  }

  /** Deletes blocks that left the chain, and marks their deposits as missing. */
  async #unwind(from: number): Promise<void> {
    const { db, coins, now } = this.#options;
    const fork = await this.#forkBelow(from);
    await db.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('chain_blocks')
        .where('chain', '=', coins.chain)
        .where('height', '>', fork)
        .execute();
      await reopenPayments(transaction, { chain: coins.chain, height: fork, time: now() });
      await this.#options.reader.forget(transaction, fork);
      await unwindDeposits(transaction, { chain: coins.chain, height: fork, time: now() });
      await transaction
        .updateTable('custody_chains')
        .set({ second_scanned: fork })
        .where('chain', '=', coins.chain)
        .where('second_scanned', '>', fork)
        .execute();
    });
    this.#remember({ depth: from - fork, time: now() });
  }

  /** A shallow reorganisation must not hide a deep one that people have not seen yet. */
  #remember(found: Reorganisation): void {
    const known = this.#reorganisation;
    const isOld = known === null || found.time - known.time > reorganisationAlarmMs;
    if (isOld || found.depth >= known.depth) this.#reorganisation = found;
  }

  async #forkBelow(height: number): Promise<number> {
    const { db, reader, coins } = this.#options;
    const blocks = await db
      .selectFrom('chain_blocks')
      .select(['height', 'hash'])
      .where('chain', '=', coins.chain)
      .where('height', '<', height)
      .orderBy('height', 'desc')
      .execute();
    for (const known of blocks) {
      if ((await reader.hashAt(known.height)) === known.hash) return known.height;
    }
    throw new ReorganisedTooDeep(
      `${coins.chain} was reorganised deeper than the ${maxRememberedBlocks} blocks that are remembered`,
    );
  }
}

function isSame(one: Arrival, other: Arrival): boolean {
  const { txid, position, to, token, amount } = other;
  return (
    one.txid === txid && one.position === position && one.to === to && one.token === token && one.amount === amount
  );
}
