import type { WalletAddress } from '@fft/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../room.ts';
import { bankRail } from '../../assets/networks.ts';

/** A saved address, as withdrawals use it. */
export interface SavedAddress {
  readonly id: number;
  readonly coin: string;
  readonly chain: string;
  readonly name: string;
  readonly address: string;
  /** Empty if there is none. */
  readonly memo: string;
  readonly usableFrom: number;
  readonly time: number;
}

export interface NewAddress extends Omit<SavedAddress, 'id'> {
  readonly customer: number;
}

export interface AddressQuery {
  readonly coin?: string | undefined;
  /** Every chain by default, but not bank accounts. */
  readonly chain?: string | undefined;
  /** Rows before this id; Infinity for the newest. */
  readonly before: number;
  readonly limit: number;
}

/** The addresses that customers saved. No customer sees another's. */
export interface Addresses {
  find(customer: number, id: number): Promise<SavedAddress | null>;
  /** Newest first, one more than requested if there are more. */
  list(customer: number, query: AddressQuery): Promise<SavedAddress[]>;
  /** Returns the new id; null if the address is saved already, 'tooMany' at the maximum number. */
  add(address: NewAddress): Promise<number | null | 'tooMany'>;
  /** False if there is none. */
  remove(customer: number, id: number): Promise<boolean>;
  /** Formats an address as the contract describes it. */
  wire(address: SavedAddress): WalletAddress;
}

const maxAddresses = 200;

export function createAddresses(db: Kysely<Tables>): Addresses {
  return {
    find: async (customer, id) => {
      const row = await db
        .selectFrom('wallet_addresses')
        .selectAll()
        .where('customer', '=', customer)
        .where('id', '=', id)
        .executeTakeFirst();
      return row ? addressOf(row) : null;
    },
    list: async (customer, { coin, chain, before, limit }) => {
      let rows = db.selectFrom('wallet_addresses').selectAll().where('customer', '=', customer);
      if (coin !== undefined) rows = rows.where('coin', '=', coin);
      rows = chain === undefined ? rows.where('chain', '<>', bankRail) : rows.where('chain', '=', chain);
      if (Number.isFinite(before)) rows = rows.where('id', '<', before);
      const found = await rows
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      return found.map(addressOf);
    },
    add: ({ usableFrom, time, ...address }) => addAddress(db, { ...address, usable_from: usableFrom, created: time }),
    remove: async (customer, id) => {
      const { numDeletedRows } = await db
        .deleteFrom('wallet_addresses')
        .where('customer', '=', customer)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    wire: addressWire,
  };
}

type Row = Selectable<Tables['wallet_addresses']>;

function addAddress(db: Kysely<Tables>, row: Omit<Row, 'id'>): Promise<number | null | 'tooMany'> {
  return db.transaction().execute(async (transaction) => {
    // One at a time for each customer, so that the maximum holds.
    await transaction.selectFrom('customers').select('id').where('id', '=', row.customer).forUpdate().execute();
    const { count } = await transaction
      .selectFrom('wallet_addresses')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('customer', '=', row.customer)
      .executeTakeFirstOrThrow();
    if (count >= maxAddresses) return 'tooMany';
    const added = await transaction
      .insertInto('wallet_addresses')
      .values(row)
      .onConflict((conflict) => conflict.columns(['customer', 'coin', 'chain', 'address', 'memo']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return added?.id ?? null;
  });
}

function addressOf({ id, coin, chain, name, address, memo, usable_from, created }: Row): SavedAddress {
  return { id, coin, chain, name, address, memo, usableFrom: usable_from, time: created };
}

/** Formats a saved address as the contract describes it. */
function addressWire({ id, memo, ...address }: SavedAddress): WalletAddress {
  return { id: String(id), ...address, ...(memo === '' ? {} : { memo }) };
}
