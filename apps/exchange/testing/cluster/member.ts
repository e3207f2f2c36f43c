import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PostgresUser } from '../../src/platform/postgres/postgres-user.ts';
import { Program } from './program.ts';
import { addressOf, type Changes, fillSample, passwordOf, type Place } from './samples.ts';

/** One of the three machines: its etcd, and its PostgreSQL under Patroni. */
export interface Member {
  readonly name: string;
  readonly machine: number;
  readonly etcd: Program;
  readonly patroni: Program;
  /** Where its etcd answers. */
  readonly etcdUrl: string;
  /** Where its Patroni answers. */
  readonly patroniUrl: string;
  /** A superuser's connection to its PostgreSQL. */
  readonly url: string;
  readonly data: string;
  /** Who runs its programs. */
  readonly user: PostgresUser;
  /** PostgreSQL's main process; null if none was started. */
  postgresPid(): number | null;
}

export interface MemberOptions {
  readonly machine: number;
  readonly place: Place;
  readonly folder: string;
  readonly user: PostgresUser;
  /** Starts what ends again by itself. */
  readonly isKept: boolean;
  /** Where its Patroni finds etcd, if not at the members themselves. */
  readonly etcdHosts?: string;
  /** Where PostgreSQL has its data, if not beside the machine's other files. */
  readonly disk?: string;
}

/** Writes a machine's files; starts nothing. */
export async function prepareMember(options: MemberOptions): Promise<Member> {
  const { machine, place, folder, user } = options;
  const home = join(folder, `db${machine}`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const write = (name: string, text: string, mode = 0o600): string => {
    const path = join(home, name);
    writeFileSync(path, text, { mode });
    chmodSync(path, mode);
    return path;
  };
  const createDatabase = write('create-database.sh', fillSample('create-database.sh', place, []), 0o700);
  const data = join(options.disk ?? home, 'postgres');
  const etcdFile = write(
    'etcd.yml',
    fillSample('etcd.yml', place, [['/var/lib/etcd/fft', join(home, 'etcd')]], machine),
  );
  const changes: Changes = [
    ['/etc/patroni/create-database.sh', createDatabase],
    ['/var/lib/postgresql/15/fft', data],
    ['/usr/lib/postgresql/15/bin', postgresBin()],
    ['/var/lib/postgresql/pgpass', join(home, 'pgpass')],
    // All connect by TCP: the path of a socket may be too long here.
    ['unix_socket_directories: /var/run/postgresql', "unix_socket_directories: ''"],
    ...(options.etcdHosts === undefined
      ? []
      : [[/hosts: 10.*/, `hosts: ${options.etcdHosts}\n  use_proxies: true`] as const]),
  ];
  const patroniFile = write('patroni.yml', fillSample('patroni.yml', place, changes, machine));
  if (user.ids !== undefined) {
    for (const path of [folder, home, createDatabase, etcdFile, patroniFile])
      await chown(path, user.ids.uid, user.ids.gid);
  }
  const programOf = (command: readonly string[], log: string): Program =>
    new Program({ user, command, logFile: join(home, log), isKept: options.isKept });
  return {
    name: `db${machine}`,
    machine,
    etcd: programOf(['etcd', '--config-file', etcdFile], 'etcd.log'),
    patroni: programOf(['patroni', patroniFile], 'patroni.log'),
    etcdUrl: `http://${addressOf(place, machine, 2379)}`,
    patroniUrl: `http://${addressOf(place, machine, 8008)}`,
    url: `postgres://postgres:${passwordOf(place, 'superuser')}@${addressOf(place, machine, 5432)}/fft`,
    data,
    user,
    postgresPid: () => pidIn(join(data, 'postmaster.pid')),
  };
}

/** The programs of the newest PostgreSQL of Debian. */
export function postgresBin(): string {
  const found = globSync('/usr/lib/postgresql/*/bin/pg_rewind').toSorted((a, b) => versionOf(a) - versionOf(b));
  const [newest] = found.slice(-1);
  if (newest === undefined) throw new Error('no PostgreSQL of Debian is installed');
  return dirname(newest);
}

function versionOf(path: string): number {
  return Number(path.split('/')[4]);
}

function pidIn(file: string): number | null {
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  return pid > 0 ? pid : null;
}
