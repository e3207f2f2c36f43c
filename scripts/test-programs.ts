/**
 * Finds the programs of Debian that tests run: a C compiler for the journal's model, PostgreSQL and pgBackRest for the restore, and the cluster's
 * Patroni, etcd and HAProxy. Installs what is missing if it can, and otherwise prints instructions. `npm test` runs it first.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { aptInstall, isDebianRoot, say } from './debian.ts';

const runs = (program: string, option: string): boolean =>
  spawnSync(program, [option], { stdio: 'ignore' }).status === 0;

interface Wanted {
  readonly packages: readonly string[];
  readonly isThere: () => boolean;
}

const wanted: readonly Wanted[] = [
  { packages: ['gcc', 'libc6-dev'], isThere: () => runs('cc', '--version') },
  { packages: ['postgresql'], isThere: () => globSync('/usr/lib/postgresql/*/bin/postgres').length > 0 },
  { packages: ['pgbackrest'], isThere: () => runs('pgbackrest', 'version') },
  { packages: ['patroni'], isThere: () => existsSync('/usr/bin/patroni') },
  { packages: ['etcd-server'], isThere: () => existsSync('/usr/bin/etcd') },
  { packages: ['haproxy'], isThere: () => existsSync('/usr/sbin/haproxy') },
];

const missing = (): readonly string[] => wanted.filter(({ isThere }) => !isThere()).flatMap(({ packages }) => packages);

if (missing().length > 0 && isDebianRoot()) {
  try {
    aptInstall(missing());
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}
const left = missing();
if (left.length > 0) {
  console.error(`The tests need more of Debian: sudo apt-get install ${left.join(' ')}`);
  process.exitCode = 1;
}
