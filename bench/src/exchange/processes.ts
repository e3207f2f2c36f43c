import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Child, startChild } from './child.ts';
import { freePort } from './free-port.ts';
import { loadSettings } from './load-settings.ts';
import { parentOf, processorUs } from './processor-time.ts';

/** A gateway that takes orders, one that follows it, and the writer of the tables. */
const roles = { gateway: 'gateway', follower: 'gateway', tables: 'projector' } as const;
export type Place = keyof typeof roles;
export const places = Object.keys(roles) as Place[];

export interface Processes {
  readonly servers: Readonly<Record<Place, Child>>;
  readonly database: pg.Client;
  /** PostgreSQL's main process. */
  readonly postgres: number;
  stop(): Promise<void>;
}

export interface Program {
  /** The tree whose database process and servers run. */
  readonly tree: string;
  /** The server's program in `apps/exchange`. */
  readonly server: string;
  /** Further settings of a place's server; `folder` is of this run. */
  readonly settingsOf?: (place: Place, folder: string) => Readonly<Record<string, string>>;
}

/** Starts the parts of an exchange as processes of their own, beside their database. */
export async function startProcesses({ tree, server, settingsOf = () => ({}) }: Program): Promise<Processes> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-processes-'));
  const script = (path: string): string => join(tree, 'apps/exchange', path);
  const postgres = await startChild(script('testing/database-process.ts'), { DATA_DIR: folder });
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
  const main = parentOf(rows[0]?.pid ?? 0);
  const started: Child[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((child) => child.stop()));
    await database.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const place of places) {
      const settings = {
        ...loadSettings,
        DATABASE_URL: postgres.url,
        DATA_DIR: folder,
        PORT: String(await freePort()),
        ROLES: roles[place],
        ...settingsOf(place, folder),
      };
      started.push(await startChild(script(server), settings));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const servers = Object.fromEntries(places.map((place, index) => [place, started[index]]));
  return { servers: servers as Processes['servers'], database, postgres: main, stop };
}

/** Microseconds of processor time of PostgreSQL's processes: for the journal, and for everything else. */
export async function databaseUs(database: pg.Client): Promise<{ readonly journal: number; readonly tables: number }> {
  const { rows } = await database.query<{ pid: number; name: string }>(
    "select pid, application_name as name from pg_stat_activity where application_name like 'fft%' and pid <> pg_backend_pid()",
  );
  const ofAll = (isOne: (name: string) => boolean): number =>
    rows.filter(({ name }) => isOne(name)).reduce((sum, { pid }) => sum + processorUs(pid), 0);
  return { journal: ofAll((name) => name.startsWith('fft journal')), tables: ofAll((name) => name === 'fft') };
}

/** Resolves once all orders are in the tables. */
export async function tablesReached(database: pg.Client): Promise<void> {
  const query = 'select journal_head.sequence - projection.sequence as left from journal_head, projection';
  while (Number((await database.query<{ left: string }>(query)).rows[0]?.left) !== 0) await delay(50);
}
