import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import type { AddressForm } from '../chains/chain.ts';
import type { AddressFamily } from '../tables.ts';
import { reopenLanded } from './reopened-payments.ts';

/** A transaction in a block. */
export interface IncludedTransaction {
  readonly txid: string;
  /** On chains with nonces: the sender matters there, as only one transaction can have a nonce. */
  readonly sender: string | null;
  readonly nonce: number | null;
}

/** A chain, and its addresses that are ours. */
interface IncludedTransactionsOptions {
  readonly chain: string;
  readonly addresses: Pick<AddressForm, 'family' | 'hots' | 'addressOf'>;
}

/**
 * Our transactions in blocks, by the blocks that were read. A node that does not know a transaction may only lag, like one of several nodes behind one URL; blocks that
 * include it, or another one in its place, are proof.
 */
export class IncludedTransactions {
  readonly #db: Kysely<Tables>;
  readonly #chain: string;
  readonly #family: AddressFamily;
  readonly #hots: readonly string[];

  constructor(db: Kysely<Tables>, { chain, addresses }: IncludedTransactionsOptions) {
    this.#db = db;
    this.#chain = chain;
    this.#family = addresses.family;
    this.#hots = addresses.hots.map((key) => addresses.addressOf(key));
  }

  /** Records a block's transactions that we signed or that an address of ours sent. */
  async keep(
    transaction: Transaction<Tables>,
    height: number,
    included: readonly IncludedTransaction[],
  ): Promise<void> {
    if (included.length === 0) return;
    const { rows } = await sql<{ txid: string }>`
      insert into chain_landings (chain, txid, sender, nonce, height)
      select ${this.#chain}, txid, sender, nonce, ${height}
      from json_to_recordset(${JSON.stringify(included)}) as one (txid text, sender text, nonce bigint)
      where sender = any(${this.#hots})
        or exists (select from deposit_addresses where family = ${this.#family} and address = sender)
        or exists (select from chain_attempts where chain_attempts.txid = one.txid)
      on conflict (chain, txid) do update set height = excluded.height
      returning txid
    `.execute(transaction);
    const txids = rows.map(({ txid }) => txid);
    await reopenLanded(transaction, { chain: this.#chain, txids });
  }

  /** Forgets records of blocks above a height, which the chain no longer has. */
  async forget(transaction: Transaction<Tables>, height: number): Promise<void> {
    await transaction
      .deleteFrom('chain_landings')
      .where('chain', '=', this.#chain)
      .where('height', '>', height)
      .execute();
  }

  /** Returns the transaction with an address's nonce; null if no block that was read has it. */
  async withNonce(sender: string, nonce: number): Promise<{ readonly txid: string; readonly height: number } | null> {
    const found = await this.#db
      .selectFrom('chain_landings')
      .select(['txid', 'height'])
      .where('chain', '=', this.#chain)
      .where('sender', '=', sender)
      .where('nonce', '=', nonce)
      .executeTakeFirst();
    return found ?? null;
  }

  /** True if the block at a height was read and includes the transaction. */
  async isAt(txid: string, height: number): Promise<boolean> {
    const found = await this.#db
      .selectFrom('chain_landings')
      .select('height')
      .where('chain', '=', this.#chain)
      .where('txid', '=', txid)
      .executeTakeFirst();
    return found?.height === height;
  }

  /** Height of the last block that was read; null before the first. */
  async lastRead(): Promise<number | null> {
    const { height } = await this.#db
      .selectFrom('chain_blocks')
      .select(({ fn }) => fn.max('height').as('height'))
      .where('chain', '=', this.#chain)
      .executeTakeFirstOrThrow();
    return height;
  }

  /** True if all blocks up to a height were read and none includes any of these transactions. */
  async haveNone(txids: readonly string[], height: number): Promise<boolean> {
    const { rows } = await sql<{ isSo: boolean }>`
      select coalesce((select max(height) from chain_blocks where chain = ${this.#chain}), -1) >= ${height}
        and not exists (select from chain_landings where chain = ${this.#chain} and txid = any(${txids})) as "isSo"
    `.execute(this.#db);
    return rows[0]?.isSo === true;
  }
}
