import { sql, type Kysely } from 'kysely';

/** Adds what operators ask of payments that are stuck, and what custody finds of them. A new table, and a column without a default: neither rewrites rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Requests of operators about a payment, which custody carries out. The answer is null while they wait.
    create table payment_requests (
      id bigint primary key generated always as identity,
      payment bigint not null references chain_payments (id) on delete cascade,
      act text not null,
      operator text not null,
      time bigint not null,
      answer text,
      answered bigint
    );
    create unique index payment_requests_waiting on payment_requests (payment) where answer is null;
    create index payment_requests_by_payment on payment_requests (payment, id);
    -- What people must find out about a payment; null if nothing.
    alter table chain_payments add column trouble text;`)
    .execute(db);
}
