import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresUser } from '../../src/platform/postgres/postgres-user.ts';
import { Program } from './program.ts';
import { type Changes, fillSample, type Place } from './samples.ts';

export const balancers = ['haproxy', 'nginx', 'caddy'] as const;
export type Balancer = (typeof balancers)[number];

export interface BalancerOptions {
  readonly user: PostgresUser;
  readonly folder: string;
  readonly place: Place;
  readonly port: number;
  /** Further changes of the sample. */
  readonly changes?: Changes;
}

/** The sample of a balancer, with its port at this machine alone and without TLS. */
export function prepareBalancer(kind: Balancer, { user, folder, place, port, changes = [] }: BalancerOptions): Program {
  const home = join(folder, kind);
  mkdirSync(home, { recursive: true });
  const write = (name: string, text: string): string => {
    const path = join(home, name);
    writeFileSync(path, text);
    return path;
  };
  const fill = (name: 'haproxy.cfg' | 'nginx.conf' | 'Caddyfile', own: Changes): string =>
    fillSample(name, place, [...changes, ...own]);
  const programOf = (...command: readonly string[]): Program =>
    new Program({ user, command, logFile: join(folder, `${kind}.log`), isKept: true });
  if (kind === 'haproxy') {
    const file = write(
      'haproxy.cfg',
      fill('haproxy.cfg', [
        [/bind :443.*/, `bind 127.0.0.1:${port}`],
        // Ordinary limits of open files suffice here.
        ['maxconn 20000', 'maxconn 400'],
      ]),
    );
    return programOf('/usr/sbin/haproxy', '-db', '-f', file);
  }
  if (kind === 'caddy') {
    const site = fill('Caddyfile', [['fft.example {', `http://127.0.0.1:${port} {`]]);
    const file = write('Caddyfile', `{\n\tadmin off\n}\n${site}`);
    return programOf('caddy', 'run', '--adapter', 'caddyfile', '--config', file);
  }
  const server = fill('nginx.conf', [
    ['listen 443 ssl', `listen 127.0.0.1:${port}`],
    [/ssl_certificate .*\n/, ''],
    [/ssl_certificate_key .*\n/, ''],
  ]);
  const around = `daemon off;\npid ${join(home, 'nginx.pid')};\nevents {}\nhttp {\naccess_log off;\n${server}\n}\n`;
  const file = write('nginx.conf', around);
  return programOf('/usr/sbin/nginx', '-p', home, '-e', 'stderr', '-c', file);
}
