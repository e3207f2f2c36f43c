import { sql, type Kysely } from 'kysely';

/** What the home page shows beside the markets: its carousel and its notices, in both languages. Kept by operators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table banners (
      id text primary key,
      position int not null,
      image text,
      link text,
      title_zh text not null,
      title_en text not null
    )`.execute(db);
  await sql`
    create table notices (
      id text primary key,
      title_zh text not null,
      title_en text not null,
      time bigint not null
    )`.execute(db);
}
