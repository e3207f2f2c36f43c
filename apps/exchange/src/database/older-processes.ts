import { type Kysely, sql } from 'kysely';
import { isOlder } from './is-older.ts';
import type { Tables } from './tables.ts';

const shownAs = 'fft event bus';

/** The name under which PostgreSQL lists a process of this version: that of the one connection that each keeps open all the time. */
export const processName = (version: string): string => `${shownAs} ${version}`;

/** Describes processes on the database that are older than `version`. */
export async function findOlderProcesses(db: Kysely<Tables>, version: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; pid: number; address: string | null }>`
    select application_name as name, pid, host(client_addr) as address from pg_stat_activity
    where datname = current_database() and application_name like ${`${shownAs}%`} order by pid`.execute(db);
  return rows.flatMap(({ name, pid, address }) => {
    const found = name.slice(shownAs.length).trim();
    return isOlder(found, version) ? [`${found} (${address ?? 'this machine'}, PostgreSQL's process ${pid})`] : [];
  });
}
