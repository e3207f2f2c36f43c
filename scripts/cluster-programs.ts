/** Finds or installs what `npm run cluster` and `npm run drill:cluster` run: PostgreSQL, Patroni, etcd and HAProxy of Debian. */
import { requirePackages } from './require-packages.ts';

requirePackages('The cluster', {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  postgresql: '/usr/lib/postgresql/*/bin/pg_rewind',
});
