import { sql, type Kysely } from 'kysely';

/**
 * Requests to withdraw and how far each is. `planned` is the state that it takes once its money is frozen; `closed` says that the ledger
 * knows how it ended. The address is copied, so that deleting a saved one changes nothing here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table withdrawals (
      id bigint primary key generated always as identity,
      customer bigint not null,
      request_id text not null,
      coin text not null,
      chain text not null,
      asset int not null,
      address_id bigint not null,
      address text not null,
      memo text not null,
      amount bigint not null,
      fee bigint not null,
      usdt_units bigint,
      state text not null,
      planned text not null,
      reason text,
      reason_zh text,
      reason_en text,
      txid text,
      confirmations int,
      time bigint not null,
      updated bigint not null,
      closed boolean not null,
      unique (customer, request_id),
      check (fee >= 0 and amount > fee)
    )`.execute(db);
  await sql`create index withdrawals_by_customer on withdrawals (customer, id desc)`.execute(db);
  await sql`create index withdrawals_by_time on withdrawals (customer, time)`.execute(db);
  await sql`create index withdrawals_unfinished on withdrawals (state, id) where not closed`.execute(db);
}
