import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { AddressFamily, AddressForm } from './address-form.ts';

/** A transaction that is in a block. */
export interface Included {
  readonly txid: string;
  /** Of chains that count what an address sends; there whoever made it is of interest, as only one transaction can have a number. */
  readonly sender: string | null;
  readonly nonce: number | null;
}

/** The chain, and whose addresses are ours. */
interface LandingsOf {
  readonly chain: string;
  readonly addresses: Pick<AddressForm, 'family' | 'hots' | 'addressOf'>;
}

/**
 * Which transactions of ours are in blocks, by the blocks that were read. A node that says of a transaction that it is nowhere may only be behind, as one of several at the same address may be; a chain of
 * blocks that has it, or another one in its place, says what is.
 */
export class IncludedTransactions {
  readonly #db: Kysely<Tables>;
  readonly #chain: string;
  readonly #family: AddressFamily;
  readonly #hots: readonly string[];

  constructor(db: Kysely<Tables>, { chain, addresses }: LandingsOf) {
    this.#db = db;
    this.#chain = chain;
    this.#family = addresses.family;
    this.#hots = addresses.hots.map((key) => addresses.addressOf(key));
  }

  /** Notes those of a block that we signed, or that an address of ours sent. */
  async keep(transaction: Transaction<Tables>, height: number, included: readonly Included[]): Promise<void> {
    if (included.length === 0) return;
    await sql`
      insert into chain_landings (chain, txid, sender, nonce, height)
      select ${this.#chain}, txid, sender, nonce, ${height}
      from json_to_recordset(${JSON.stringify(included)}) as one (txid text, sender text, nonce bigint)
      where sender = any(${this.#hots})
        or exists (select from deposit_addresses where family = ${this.#family} and address = sender)
        or exists (select from chain_attempts where chain_attempts.txid = one.txid)
      on conflict (chain, txid) do update set height = excluded.height
    `.execute(transaction);
  }

  /** What was noted of blocks above a height, which the chain doesn't have any more. */
  async forget(transaction: Transaction<Tables>, height: number): Promise<void> {
    await transaction
      .deleteFrom('chain_landings')
      .where('chain', '=', this.#chain)
      .where('height', '>', height)
      .execute();
  }

  /** The transaction that has an address's number; null where none was read that has it. */
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

  /** Whether the block of a height was read, and has a transaction. */
  async isAt(txid: string, height: number): Promise<boolean> {
    const found = await this.#db
      .selectFrom('chain_landings')
      .select('height')
      .where('chain', '=', this.#chain)
      .where('txid', '=', txid)
      .executeTakeFirst();
    return found?.height === height;
  }

  /** Whether all blocks up to a height were read, and none has any of these transactions. */
  async haveNone(txids: readonly string[], height: number): Promise<boolean> {
    const { rows } = await sql<{ isSo: boolean }>`
      select coalesce((select max(height) from chain_blocks where chain = ${this.#chain}), -1) >= ${height}
        and not exists (select from chain_landings where chain = ${this.#chain} and txid = any(${txids})) as "isSo"
    `.execute(this.#db);
    return rows[0]?.isSo === true;
  }
}
