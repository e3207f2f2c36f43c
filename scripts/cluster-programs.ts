/**
 * Finds what `npm run cluster` and `npm run drill:cluster` run: PostgreSQL, Patroni, etcd and HAProxy of Debian. Installs what is missing if it
 * can, and otherwise prints instructions.
 */
import { globSync } from 'node:fs';
import { aptInstall, isDebianRoot, say } from './debian.ts';

/** Debian's packages, and a file of each. */
const packages: Readonly<Record<string, string>> = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  postgresql: '/usr/lib/postgresql/*/bin/pg_rewind',
};

function missing(): string[] {
  return Object.keys(packages).filter((name) => globSync(packages[name] ?? '').length === 0);
}

const wanted = missing();
if (wanted.length > 0 && isDebianRoot()) {
  try {
    aptInstall(wanted);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}
const left = missing();
if (left.length > 0) {
  console.error(`The cluster needs more of Debian: sudo apt-get install ${left.join(' ')}`);
  process.exitCode = 1;
}
