import { sql, type Kysely } from 'kysely';

/** Adds the signatures of addresses that hold reserves, a day and address each. A new table only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Signed statements of the day's liabilities. The signature proves itself: a row is never believed.
    create table reserve_signatures (
      day text not null,
      chain text not null,
      address text not null,
      signature text not null,
      time bigint not null,
      primary key (day, chain, address)
    );`)
    .execute(db);
}
