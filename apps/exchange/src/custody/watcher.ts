import { type Transfer, toLedgerUnits, transfersOf } from '@fft/chains';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Address } from 'viem';
import type { Tables } from '../database/tables.ts';
import { leastDeposit, type ChainCoins } from './coins.ts';
import type { Block, EvmChain, Place } from './evm-chain.ts';

/** The chain does what can't be followed without people: nothing is credited or paid over it until they have looked. */
export class ChainPaused extends Error {
  override readonly name = 'ChainPaused';
}

export interface WatcherParts {
  readonly db: Kysely<Tables>;
  readonly chain: EvmChain;
  readonly coins: ChainCoins;
  /** The exchange's own addresses, in small letters: what they send is no deposit. */
  readonly own: readonly Address[];
  readonly now: () => number;
}

/** So many blocks are remembered, and a reorganisation may be as deep. */
const remembered = 256;

/** Follows a chain block by block, back where it has changed its mind, and writes down what came in for customers. */
export class Watcher {
  readonly #parts: WatcherParts;

  constructor(parts: WatcherParts) {
    this.#parts = parts;
  }

  /** The last block read, or null before the first. */
  async tip(): Promise<Place | null> {
    const { db, coins } = this.#parts;
    const row = await db
      .selectFrom('chain_blocks')
      .select(['height', 'hash'])
      .where('chain', '=', coins.chain)
      .orderBy('height', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ? { height: row.height, hash: hex(row.hash) } : null;
  }

  /**
   * Takes one step: reads the next block, or unwinds what is not of the chain any more. False where there is nothing to do.
   * @throws ChainPaused
   */
  async step(): Promise<boolean> {
    const { chain } = this.#parts;
    const tip = await this.tip();
    if (tip === null) {
      await this.#begin(await chain.head());
      return true;
    }
    const standing = await chain.block(tip.height);
    if (standing?.hash !== tip.hash) {
      await this.#unwind(tip.height);
      return true;
    }
    const next = await chain.block(tip.height + 1);
    // One whose parent is another one is looked at again, from the tip.
    if (next === null || next.parent !== tip.hash) return next !== null;
    await this.#read(next);
    return true;
  }

  async #begin({ height, hash }: Place): Promise<void> {
    const { db, coins } = this.#parts;
    await db.insertInto('chain_blocks').values({ chain: coins.chain, height, hash }).execute();
  }

  async #read(block: Block): Promise<void> {
    const { db, chain, coins } = this.#parts;
    const receipts = await chain.receipts(block.hash);
    const transfers = transfersOf({ transactions: block.transactions, receipts }, coins.contracts);
    await db.transaction().execute(async (transaction) => {
      await this.#note(transaction, block, transfers);
      const { height, hash } = block;
      await transaction.insertInto('chain_blocks').values({ chain: coins.chain, height, hash }).execute();
      await transaction
        .deleteFrom('chain_blocks')
        .where('chain', '=', coins.chain)
        .where('height', '<', height - remembered)
        .execute();
    });
  }

  /** One query for a block, however many addresses there are. */
  async #note(transaction: Transaction<Tables>, block: Place, transfers: readonly Transfer[]): Promise<void> {
    const { own } = this.#parts;
    const incoming = transfers.filter(({ from }) => !own.includes(from));
    if (incoming.length === 0) return;
    const owners = await transaction
      .selectFrom('deposit_addresses')
      .select(['address', 'customer'])
      .where('family', '=', 'evm')
      .where('address', '=', sql<string>`any(${[...new Set(incoming.map(({ to }) => to))]})`)
      .execute();
    const customerOf = new Map(owners.map(({ address, customer }) => [address, customer]));
    for (const transfer of incoming) {
      const customer = customerOf.get(transfer.to);
      if (customer !== undefined) await this.#add(transaction, block, transfer, customer);
    }
  }

  async #add(
    transaction: Transaction<Tables>,
    { height, hash }: Place,
    transfer: Transfer,
    customer: number,
  ): Promise<void> {
    const { coins, now } = this.#parts;
    const coin = coins.byContract(transfer.token);
    const units = coin && toLedgerUnits(transfer.amount, coin.ledgerDecimals, coin.chainDecimals);
    if (!coin || units === null || units === 0) return;
    const state = units < leastDeposit(coin) ? 'small' : 'seen';
    const time = now();
    await transaction
      .insertInto('chain_deposits')
      .values({
        chain: coins.chain,
        txid: transfer.txid,
        position: transfer.position,
        customer,
        address: transfer.to,
        coin: coin.coin,
        asset: coin.asset,
        amount: units,
        height,
        block_hash: hash,
        state,
        time,
        updated: time,
      })
      .onConflict((conflict) =>
        conflict.columns(['chain', 'txid', 'position']).doUpdateSet({
          height,
          block_hash: hash,
          updated: time,
          // In another block than before: what was credited stays so, and what was held for it is given back.
          state: sql`case chain_deposits.state when 'orphaned' then 'seen' when 'lost' then 'found' else chain_deposits.state end`,
        }),
      )
      .execute();
  }

  /** Forgets the blocks that the chain doesn't have any more, and says of their deposits that they are nowhere. */
  async #unwind(from: number): Promise<void> {
    const { db, coins, now } = this.#parts;
    const fork = await this.#forkBelow(from);
    await db.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('chain_blocks')
        .where('chain', '=', coins.chain)
        .where('height', '>', fork)
        .execute();
      await transaction
        .updateTable('chain_deposits')
        .set({
          state: sql`case state when 'seen' then 'orphaned' when 'crediting' then 'lost' when 'credited' then 'lost' when 'found' then 'lost' else state end`,
          updated: now(),
        })
        .where('chain', '=', coins.chain)
        .where('height', '>', fork)
        .execute();
    });
  }

  async #forkBelow(height: number): Promise<number> {
    const { db, chain, coins } = this.#parts;
    const blocks = await db
      .selectFrom('chain_blocks')
      .select(['height', 'hash'])
      .where('chain', '=', coins.chain)
      .where('height', '<', height)
      .orderBy('height', 'desc')
      .execute();
    for (const known of blocks) {
      const standing = await chain.block(known.height);
      if (standing?.hash === known.hash) return known.height;
    }
    throw new ChainPaused(`${coins.chain} was reorganised deeper than the ${remembered} blocks that are remembered`);
  }
}

function hex(text: string): `0x${string}` {
  if (!text.startsWith('0x')) throw new Error(`not a hash: ${text}`);
  return `0x${text.slice(2)}`;
}
