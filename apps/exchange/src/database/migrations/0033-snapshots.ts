import { sql, type Kysely } from 'kysely';

/** What the engine held after a journal entry, so that a start needn't replay what came before. Disposable: the journal says the same. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table snapshots (
      sequence bigint primary key,
      hash bytea not null,
      command_count bigint not null,
      engine_parts int not null,
      order_parts int not null,
      digest bytea not null,
      time bigint not null
    )`.execute(db);
  await sql`
    create table snapshot_parts (
      sequence bigint not null,
      number int not null,
      bytes bytea not null,
      primary key (sequence, number)
    )`.execute(db);
  // They are packed already.
  await sql`alter table snapshot_parts alter column bytes set storage external`.execute(db);
}
