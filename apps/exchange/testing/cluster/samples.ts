import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../../docs/operations/cluster');

export type Sample = 'etcd.yml' | 'patroni.yml' | 'create-database.sh' | 'haproxy.cfg' | 'nginx.conf' | 'Caddyfile';

/** Where the samples' machines are on this one: machine 10.0.0.N is an address of its own here, and its ports keep their distances. */
export interface Place {
  /** The first three numbers of the machines' addresses. */
  readonly network: string;
  /** Added to each port. */
  readonly portOffset: number;
  readonly passwords: Readonly<Record<string, string>>;
}

/** What differs between a sample and its use here, as pairs of texts. Each must be in the sample. */
export type Changes = readonly (readonly [from: string | RegExp, to: string])[];

/** The address of a machine's port here, where the samples have `10.0.0.<machine>:<port>`. */
export function addressOf({ network, portOffset }: Place, machine: number, port: number): string {
  return `${network}.${machine}:${port + portOffset}`;
}

/** A sample of `docs/operations/cluster`, for a machine and for this place. */
export function fillSample(name: Sample, place: Place, changes: Changes, machine = 1): string {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n');
  const ofMachine = lines.map((line) => (line.endsWith('# this machine') ? forMachine(line, machine) : line));
  const changed = changes.reduce((text, [from, to]) => {
    const isThere = typeof from === 'string' ? text.includes(from) : text.search(from) >= 0;
    assert(isThere, `${name} has nothing like ${String(from)}`);
    return text.replace(from, () => to);
  }, ofMachine.join('\n'));
  return (
    changed
      // Connections within this machine come from any of its addresses.
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll(/\b10\.0\.0\.(\d+):(\d+)/g, (_, number, port) => addressOf(place, Number(number), Number(port)))
      .replaceAll(/CHANGE-(\w+)/g, (_, account: string) => passwordOf(place, account))
  );
}

export function passwordOf({ passwords }: Place, account: string): string {
  const password = passwords[account];
  assert(password !== undefined, `no password of ${account}`);
  return password;
}

function forMachine(line: string, machine: number): string {
  return line.replaceAll('db1', `db${machine}`).replaceAll('10.0.0.1:', `10.0.0.${machine}:`);
}
