import { sql, type Kysely } from 'kysely';

/** Adds what operators paused of networks. A new table only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Deposits or withdrawals of a coin over a network that operators paused; an empty coin stands for all of the network.
    create table network_pauses (
      chain text not null,
      coin text not null,
      direction text not null check (direction in ('deposits', 'withdrawals')),
      operator text not null,
      time bigint not null,
      primary key (chain, coin, direction)
    );`)
    .execute(db);
}
