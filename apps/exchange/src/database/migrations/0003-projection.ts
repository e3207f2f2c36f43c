import { sql, type Kysely } from 'kysely';

/** Read models of the journal: orders, fills, postings, and how far they are. Disposable: they can be rebuilt from the journal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createPosition(db);
  await createOrders(db);
  await createFills(db);
  await createPostings(db);
}

async function createPosition(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table projection (
      name text primary key,
      sequence bigint not null
    )`.execute(db);
}

async function createOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table orders (
      id bigint primary key,
      owner bigint not null,
      client_order_id text not null,
      market int not null,
      side text not null,
      type text not null,
      time_in_force text not null,
      post_only boolean not null,
      price_ticks bigint not null,
      quantity_lots bigint not null,
      amount bigint not null,
      filled_lots bigint not null,
      filled_notional bigint not null,
      fee bigint not null,
      state text not null,
      reason text,
      time bigint not null,
      updated bigint not null
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index orders_by_owner on orders (owner, id desc)`.execute(db);
  await sql`create index orders_by_client_id on orders (owner, client_order_id)`.execute(db);
}

async function createFills(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fills (
      market int not null,
      trade_number bigint not null,
      time bigint not null,
      taker_side text not null,
      price_ticks bigint not null,
      quantity_lots bigint not null,
      notional bigint not null,
      taker_order bigint not null,
      taker_owner bigint not null,
      taker_fee bigint not null,
      maker_order bigint not null,
      maker_owner bigint not null,
      maker_fee bigint not null,
      primary key (market, trade_number)
    )`.execute(db);
  await sql`create index fills_by_taker on fills (taker_order)`.execute(db);
  await sql`create index fills_by_maker on fills (maker_order)`.execute(db);
}

async function createPostings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table postings (
      sequence bigint not null,
      position int not null,
      time bigint not null,
      owner bigint not null,
      kind text not null,
      asset int not null,
      available_delta bigint not null,
      frozen_delta bigint not null,
      available bigint not null,
      frozen bigint not null,
      reason text not null,
      order_id bigint not null,
      reference text not null,
      primary key (sequence, position)
    )`.execute(db);
  await sql`create index postings_by_owner on postings (owner, kind, sequence desc, position desc)`.execute(db);
}
