import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { choosePostgresUser, withParentDeathSignal } from '../../src/platform/postgres/postgres-user.ts';
import { type Member, postgresBin, prepareMember } from './member.ts';
import { untilUp } from '../faults/until.ts';
import { addressOf, passwordOf, type Place } from './samples.ts';

/** Three PostgreSQL servers under Patroni with etcd, as the samples of `docs/operations/cluster` set them up. */
export interface DatabaseCluster {
  readonly members: readonly Member[];
  readonly place: Place;
  /** The exchange's connection, which lists all three. */
  readonly url: string;
  /** The primary on which two members agree; null while there is none. */
  leaderNow(): Promise<Member | null>;
  /** Resolves once there is a primary, another one than `former`. */
  leader(former?: Member): Promise<Member>;
  /** Resolves when there is a primary, and both others are its synchronous standbys. */
  whole(): Promise<void>;
  stop(): Promise<void>;
}

/** A member, as Patroni sees it. */
export interface View {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

export interface ClusterOptions {
  readonly folder: string;
  readonly network: string;
  readonly portOffset: number;
  /** Starts what ends again by itself. */
  readonly isKept: boolean;
  /** Where a machine's Patroni finds etcd, if not at the members themselves. */
  readonly etcdHosts?: (machine: number, place: Place) => Promise<string>;
  /** Where a machine's PostgreSQL has its data, if not in the folder. */
  readonly diskOf?: (machine: number) => string;
}

const machines = [1, 2, 3];
/** Longer than Patroni's `loop_wait`: what it is about to do is done. */
const settledMs = 3_000;

export async function startDatabaseCluster(options: ClusterOptions): Promise<DatabaseCluster> {
  const { folder, network, portOffset, isKept, etcdHosts, diskOf } = options;
  mkdirSync(folder, { recursive: true });
  const place: Place = { network, portOffset, passwords: passwordsIn(folder) };
  const user = await withParentDeathSignal(
    await choosePostgresUser(join(postgresBin(), 'postgres'), folder, join(folder, 'db1/postgres')),
    // A Patroni that is asked to end waits for etcd, which ends as well. The next start takes a PostgreSQL over that was left.
    'KILL',
  );
  const members: Member[] = [];
  for (const machine of machines) {
    const hosts = await etcdHosts?.(machine, place);
    const doors = hosts !== undefined && { etcdHosts: hosts };
    const disk = diskOf !== undefined && { disk: diskOf(machine) };
    members.push(await prepareMember({ machine, place, folder, user, isKept, ...doors, ...disk }));
  }
  const cluster = clusterOf(members, place);
  try {
    for (const { etcd } of members) etcd.start();
    await untilUp(async () => (await healthyEtcds(members)) === members.length || null, 'etcd did not start');
    for (const { patroni } of members) patroni.start();
    await cluster.whole();
  } catch (error) {
    await cluster.stop();
    throw new Error(`the cluster did not start; the logs are in ${folder}/db*`, { cause: error });
  }
  return cluster;
}

function clusterOf(members: readonly Member[], place: Place): DatabaseCluster {
  const hosts = members.map(({ machine }) => addressOf(place, machine, 5432)).join(',');
  // A member that is frozen or cut off shows what it last knew.
  const majority = async (): Promise<readonly View[] | null> => {
    const views = (await Promise.all(members.map(viewOf))).filter((view) => view !== null);
    const alike = Map.groupBy(views, (view) => leaderIn(view) ?? '');
    return [...alike.values()].find((group) => group.length > members.length / 2)?.[0] ?? null;
  };
  const leaderNow = async (): Promise<Member | null> => {
    const name = leaderIn((await majority()) ?? []);
    return members.find((member) => member.name === name) ?? null;
  };
  return {
    members,
    place,
    url: `postgres://fft:${passwordOf(place, 'fft')}@${hosts}/fft?sslmode=disable&target_session_attrs=read-write`,
    leaderNow,
    leader: (former) =>
      untilUp(async () => {
        const leader = await leaderNow();
        return leader === former ? null : leader;
      }, 'there is no new primary'),
    whole: async () => {
      const isSettled = async (): Promise<true | null> => {
        if (!isWhole(await majority(), members.length)) return null;
        // A fault before PostgreSQL itself knows its standbys would be two faults at once.
        const primary = await leaderNow();
        return primary !== null && (await waitsForAll(primary, members.length - 1)) ? true : null;
      };
      await untilUp(isSettled, 'the cluster does not become whole');
      await delay(settledMs);
      await untilUp(isSettled, 'the cluster does not stay whole');
    },
    stop: async () => {
      const primary = await leaderNow();
      // The primary stops last, so that no standby takes its place.
      await Promise.all(members.filter((member) => member !== primary).map(({ patroni }) => patroni.stop()));
      await primary?.patroni.stop();
      await Promise.all(members.map(({ etcd }) => etcd.stop()));
    },
  };
}

/** True if the primary's commits wait for this many standbys, and all are there. */
async function waitsForAll({ url }: Member, standbys: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query(`SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`);
    return rowCount === standbys;
  } finally {
    client.end().catch(() => undefined);
  }
}

function leaderIn(view: readonly View[]): string | null {
  return view.find(({ role, state }) => role === 'leader' && state === 'running')?.name ?? null;
}

function isWhole(views: readonly View[] | null, count: number): boolean {
  const standbys = views?.filter(
    ({ role, state }) => role === 'sync_standby' && ['running', 'streaming'].includes(state),
  );
  return standbys?.length === count - 1;
}

async function viewOf({ patroniUrl }: Member): Promise<readonly View[] | null> {
  try {
    const answer = await fetch(`${patroniUrl}/cluster`, { signal: AbortSignal.timeout(2_000) });
    return ((await answer.json()) as { members: View[] }).members;
  } catch {
    return null;
  }
}

async function healthyEtcds(members: readonly Member[]): Promise<number> {
  const answers = await Promise.all(members.map(({ etcdUrl }) => fetch(`${etcdUrl}/health`)));
  return answers.filter(({ ok }) => ok).length;
}

const accounts = ['superuser', 'replication', 'fft', 'codes', 'pepper', 'withdrawals'];

/** The passwords and secrets of a folder's cluster, made at its first start. */
function passwordsIn(folder: string): Readonly<Record<string, string>> {
  const file = join(folder, 'passwords.json');
  if (!existsSync(file)) {
    const made = Object.fromEntries(accounts.map((account) => [account, randomBytes(24).toString('base64url')]));
    writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}
