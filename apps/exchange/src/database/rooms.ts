import type { ColumnType, Kysely, KyselyPlugin, SelectType, Transaction } from 'kysely';
import { markOf, statements } from './statements.ts';
import type { OwnedTables, Room, Tables } from './tables.ts';

/** Tables that other rooms than the owner may read, and which rooms these are. Nothing is added without a reason in the review. */
export const publishedReads = {
  alarms: ['metrics'],
  api_keys: ['funds', 'orders'],
  audit: ['content', 'funds', 'identity'],
  bank_accounts: ['demo'],
  bank_statements: ['demo'],
  candles: ['admin', 'assets', 'binance', 'funds', 'markets'],
  chain_deposits: ['admin', 'funds'],
  chain_payments: ['funds'],
  custody_chains: ['assets'],
  customer_fees: ['content'],
  customers: ['admin', 'banks', 'content', 'demo', 'funds', 'identity', 'markets', 'notifications', 'orders'],
  device_keys: ['funds'],
  faucet_grants: ['admin'],
  favourites: ['markets'],
  fills: ['assets', 'funds', 'markets', 'orders'],
  holds: ['funds'],
  identities: ['content', 'funds'],
  liability_days: ['custody'],
  listed_orders: ['admin', 'funds', 'orders'],
  order_amendments: ['orders'],
  order_labels: ['orders'],
  orders: ['funds', 'orders'],
  passkeys: ['funds'],
  postings: ['admin', 'banks', 'funds'],
  projection: ['funds', 'markets'],
  reserve_signatures: ['funds'],
  sessions: ['funds', 'notifications', 'orders'],
  totps: ['funds'],
  wallet_addresses: ['admin'],
  withdrawals: ['admin', 'banks', 'custody'],
} as const satisfies Partial<Record<keyof Tables, readonly Room[]>>;

type Published = typeof publishedReads;

/** A row that nothing inserts or updates. */
type ReadOnlyRow<Row> = { [Column in keyof Row]: ColumnType<SelectType<Row[Column]>, never, never> };

/** The tables that a room's statements may name: its own, and those that others publish to it, to read alone. */
export type TablesOf<R extends Room> = (R extends keyof OwnedTables ? OwnedTables[R] : unknown) & {
  [Table in keyof Published as R extends Published[Table][number] ? Table : never]: ReadOnlyRow<Tables[Table]>;
};

/** A connection of any room, for functions that others call: they make it their own first. */
export interface AnyHandle {
  readonly isTransaction: boolean;
  withPlugin(plugin: KyselyPlugin): unknown;
}

/** A transaction of any room. */
export interface AnyTransaction extends AnyHandle {
  readonly isTransaction: true;
}

/** The same connection or transaction, for statements of this room. */
export interface Own<R extends Room> {
  (handle: AnyTransaction): Transaction<TablesOf<R>>;
  (handle: AnyHandle): Kysely<TablesOf<R>>;
}

/** Makes the function by which a room takes over a connection or transaction, from the composition or from another room. */
export function roomHandle<R extends Room>(room: R): Own<R> {
  const mark = markOf(room);
  function own(handle: AnyTransaction): Transaction<TablesOf<R>>;
  function own(handle: AnyHandle): Kysely<TablesOf<R>>;
  function own(handle: AnyHandle): unknown {
    // Kysely's type says which tables it knows; the connection is the same.
    return statements.hasSubscribers ? handle.withPlugin(mark) : handle;
  }
  return own;
}
