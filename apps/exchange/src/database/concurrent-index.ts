import { type Kysely, sql } from 'kysely';
import type { ConcurrentIndex } from './migration-step.ts';
import type { Tables } from './tables.ts';

/**
 * Builds an index while its table is written. A run that ended in the middle left an invalid one, which costs writes and serves no query: it is
 * dropped and built again. A partitioned table gets one for each partition, named after it; later partitions are copies of the last. Must not run in a transaction.
 */
export async function buildIndex(db: Kysely<Tables>, index: ConcurrentIndex): Promise<void> {
  const [, table = '', columns = ''] = /^(\w+)(.*)$/s.exec(index.on.trim()) ?? [];
  const partitions = await partitionsOf(db, table);
  if (partitions === null) return buildOne(db, index);
  for (const partition of partitions)
    await buildOne(db, { ...index, name: `${index.name}_${partition}`, on: `${partition}${columns}` });
}

/** Null for a table without partitions. */
async function partitionsOf(db: Kysely<Tables>, table: string): Promise<readonly string[] | null> {
  const { rows } = await sql<{ name: string; kind: string }>`
    select part.relname as name, top.relkind as kind from pg_class as top
    left join pg_inherits on inhparent = top.oid left join pg_class as part on part.oid = inhrelid
    where top.oid = to_regclass(${table})`.execute(db);
  return rows[0]?.kind === 'p' ? rows.map(({ name }) => name) : null;
}

async function buildOne(db: Kysely<Tables>, { name, on, isUnique = false }: ConcurrentIndex): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.valid === true) return;
  if (rows.length > 0) await sql`drop index concurrently ${sql.id(name)}`.execute(db);
  await sql`create ${sql.raw(isUnique ? 'unique ' : '')}index concurrently ${sql.id(name)} on ${sql.raw(on)}`.execute(
    db,
  );
}
