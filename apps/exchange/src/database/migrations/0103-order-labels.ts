import { sql, type Kysely } from 'kysely';

/**
 * Adds tables of what owners call their orders and when stops began to work, and of amendments. It locks no other table. An earlier version that writes the tables
 * leaves both without rows: those orders have no labels once they have ended, and their amendments aren't listed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_labels (
      owner bigint not null,
      order_id bigint not null,
      renamed text,
      list_client_order_id text,
      strategy_id bigint,
      strategy_type bigint,
      triggered bigint,
      primary key (owner, order_id)
    )`.execute(db);
  await sql`create index order_labels_by_list on order_labels (owner, list_client_order_id, order_id desc)
    where list_client_order_id is not null`.execute(db);
  await sql`
    create table order_amendments (
      owner bigint not null,
      order_id bigint not null,
      sequence bigint not null,
      position int not null,
      name_before text not null,
      name text not null,
      lots_before bigint not null,
      lots bigint not null,
      time bigint not null,
      primary key (owner, order_id, sequence, position)
    )`.execute(db);
  await sql`create index order_amendments_by_name on order_amendments (owner, name, order_id desc)`.execute(db);
}
