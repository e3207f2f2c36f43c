import { sql, type Kysely } from 'kysely';

/** Pictures that customers uploaded, by their random names; the files lie in the data folder. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table uploads (
      id text primary key,
      customer bigint not null references customers (id),
      bytes int not null,
      width int not null,
      height int not null,
      created bigint not null,
      used_for text
    )`.execute(db);
  await sql`create index uploads_by_customer on uploads (customer)`.execute(db);
  await sql`create index uploads_unused on uploads (created) where used_for is null`.execute(db);
}
