import { sql, type Kysely } from 'kysely';

/** Networks from which accounts were entered before, so that strangers elsewhere can't keep an owner out who comes without a known device. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table familiar_networks (
      customer bigint not null references customers (id) on delete cascade,
      network text not null,
      used bigint not null,
      primary key (customer, network)
    )`.execute(db);
}
