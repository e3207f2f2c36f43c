import { sql, type Kysely } from 'kysely';

/**
 * Operators enrol by a one-time link that is mailed to them. First passwords, which others know, end: who hasn't used theirs needs a link.
 * At most one link of each operator is good; the table keeps its MAC.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operators add column email text, alter column password_hash drop not null`.execute(db);
  await sql`create unique index operators_by_email on operators (lower(email))`.execute(db);
  await sql`
    update operators
    set password_hash = null, sealed_totp = null, totp_confirmed = null
    where first_password_until is not null or totp_confirmed is null`.execute(db);
  await sql`alter table operators drop column first_password_until`.execute(db);
  await sql`
    create table operator_links (
      operator bigint primary key references operators (id) on delete cascade,
      token_mac bytea not null unique,
      made bigint not null,
      until bigint not null
    )`.execute(db);
}
