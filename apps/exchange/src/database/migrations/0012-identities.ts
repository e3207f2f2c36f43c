import { sql, type Kysely } from 'kysely';

/** Papers that customers submitted, each submission a row; names and numbers are sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identities (
      id bigint primary key generated always as identity,
      customer bigint not null references customers (id),
      state text not null,
      nationality text not null,
      id_type text not null,
      sealed_name bytea not null,
      sealed_number bytea not null,
      number_hash bytea not null,
      front text not null,
      back text not null,
      hand text not null,
      submitted bigint not null,
      decided bigint,
      reason_zh text,
      reason_en text
    )`.execute(db);
  // Nothing more is submitted while one is under review or passed.
  await sql`create unique index identities_open on identities (customer) where state in ('pending', 'passed')`.execute(
    db,
  );
  await sql`create index identities_by_customer on identities (customer, id desc)`.execute(db);
  await sql`create index identities_pending on identities (id) where state = 'pending'`.execute(db);
  await sql`create index identities_by_number on identities (number_hash)`.execute(db);
}
