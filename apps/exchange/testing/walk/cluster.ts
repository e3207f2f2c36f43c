import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { untilUp } from '../faults/until.ts';
import { commandsBelow } from './blocks.ts';
import { installedMachine, pasteNames } from './installed.ts';
import type { Machine } from './machine.ts';
import type { Shell } from './shell.ts';
import { bootMachine, discard, domain, firstTrade, paste, repository, same, trade, type Walk } from './walk.ts';

const members = [
  { name: 'db1', address: '10.0.0.1' },
  { name: 'db2', address: '10.0.0.2' },
  { name: 'db3', address: '10.0.0.3' },
];
const gateways = [
  { name: 'gate1', address: '10.0.0.11' },
  { name: 'gate2', address: '10.0.0.12' },
];
const balancer = { name: 'door', address: '10.0.0.10' };
/** Each in turn has the door's port. */
const balancers = [
  { section: 'failover.md#HAProxy', unit: 'haproxy' },
  { section: 'failover.md#nginx', unit: 'nginx' },
  { section: 'failover.md#Caddy', unit: 'caddy' },
] as const;
const tradesMs = 90_000;
const wholeMs = 120_000;
const patronictl = 'patronictl -c /etc/patroni/config.yml';

interface Booted {
  readonly name: string;
  readonly address: string;
  readonly machine: Machine;
  readonly shell: Shell;
}

/** The six machines, and where customers reach the first gateway. */
interface Stage {
  readonly walk: Walk;
  readonly databases: readonly Booted[];
  readonly gates: readonly Booted[];
  readonly app: string;
  boot(given: Parameters<typeof bootMachine>[1]): Promise<Booted>;
}

/** The cluster on six machines: each of the balancers, a restore, and a failover while customers trade. */
export async function walkCluster(walk: Walk): Promise<void> {
  const { releases } = walk;
  const passwords = Object.fromEntries(
    ['SUPERUSER', 'REPLICATION', 'FFT'].map((name) => [name, randomBytes(24).toString('hex')]),
  );
  const names = { ...passwords, REPOSITORY: repository, VERSION: releases.version };
  const machines: Machine[] = [];
  const boot: Stage['boot'] = async (given) => {
    const machine = await bootMachine(walk, given);
    machines.push(machine);
    const shell = machine.shell();
    await paste(shell, 'failover.md#Names and passwords', names);
    return { name: given.name, address: given.address, machine, shell };
  };
  try {
    const installed = await installedMachine(walk);
    const databases = await startDatabases(walk, boot);
    const gates = await startGateways({ walk, boot, installed });
    const stage = { walk, databases, gates, boot, app: `http://${gates[0]?.address ?? missing()}:8080` };
    same(await firstTrade(first(gates).shell, walk, stage), 1, 'trades');
    await walkBalancers(stage);
    await walkRestore(stage);
    await walkFailover(stage);
  } finally {
    await discard(machines);
  }
}

async function startDatabases(walk: Walk, boot: Stage['boot']): Promise<readonly Booted[]> {
  walk.say('three machines for the database');
  const backups = join(walk.folder, 'backups');
  rmSync(backups, { recursive: true, force: true });
  mkdirSync(backups);
  const databases: Booted[] = [];
  for (const member of members) databases.push(await boot({ ...member, backups }));
  await Promise.all(
    databases.map(({ shell, name, address }) =>
      paste(shell, 'failover.md#The database machines', { NAME: name, ADDRESS: address }),
    ),
  );
  await whole(databases);
  return databases;
}

async function startGateways({
  walk,
  boot,
  installed,
}: Pick<Stage, 'walk' | 'boot'> & { readonly installed: string }): Promise<readonly Booted[]> {
  walk.say('two gateways');
  const gates: Booted[] = [];
  for (const gateway of gateways) {
    const gate = await boot({ ...gateway, from: installed });
    await pasteNames(gate.shell, walk);
    if (gates.length === 0) await paste(gate.shell, 'deployment.md#Secrets and settings');
    else await copySecrets(first(gates).shell, gate.shell);
    await paste(gate.shell, 'failover.md#The gateways', { ADDRESS: gate.address, BALANCER: balancer.address });
    gates.push(gate);
  }
  return gates;
}

async function walkBalancers({ walk, gates, app, boot }: Stage): Promise<void> {
  walk.say('the balancers');
  const { shell: one } = first(gates);
  const { shell: door } = await boot(balancer);
  await paste(door, 'failover.md#The balancer');
  // As the page says for machines with a lower limit of open files, as this one may be.
  await door.run(`sed -i 's/maxconn 20000/maxconn 4000/' /srv/fft/docs/operations/cluster/haproxy.cfg`);
  for (const { section, unit } of balancers) {
    await paste(door, section);
    if (unit === 'caddy')
      await door.run(`sed -i 's/^${domain} {/&\\n\\ttls internal/' /etc/caddy/Caddyfile; systemctl restart caddy`);
    await answers(door);
    await one.run('systemctl stop fft@8080');
    await answers(door);
    await one.run(`systemctl start fft@8080; until curl --fail --silent ${app}/health/ready; do sleep 1; done`);
    await door.run(`systemctl disable --now ${unit}`);
    walk.say(`  ${unit} leads past a stopped gateway`);
  }
}

async function walkRestore({ walk, databases, gates, app }: Stage): Promise<void> {
  walk.say('a backup of the cluster');
  const { shell: db } = first(databases);
  for (const { shell } of databases) await paste(shell, 'restore.md#Set it up');
  await db.run('chown postgres: /var/lib/pgbackrest');
  await paste(db, 'restore.md#PostgreSQL under Patroni');
  await whole(databases);
  await paste((await leaderOf(databases)).shell, 'restore.md#The first backup');
  same(await tradesAgain({ walk, gates, app }), 2, 'trades');

  walk.say('all servers are lost, and one is restored');
  const [everywhere = missing(), restored = missing()] = commandsBelow('restore.md#Restore under Patroni');
  for (const { shell } of gates) await shell.run('systemctl stop fft@8080');
  for (const { shell } of databases) await shell.run(everywhere);
  await db.run(restored);
  for (const { shell } of databases.slice(1)) await shell.run('systemctl start patroni');
  await whole(databases);
  for (const { shell } of gates) await shell.run('systemctl start fft@8080');
  same(await tradesAgain({ walk, gates, app }), 3, 'trades');
  await first(gates).shell.run('fft verify-books');
}

async function walkFailover({ walk, databases, gates, app }: Stage): Promise<void> {
  walk.say('the primary’s machine loses its power');
  const { machine } = await leaderOf(databases);
  await machine.kill();
  const began = performance.now();
  const trades = await tradesAgain({ walk, gates, app });
  walk.say(`  customers trade again after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  same(trades, 4, 'trades');
  await first(gates).shell.run('fft verify-books');
}

/** Trades once that is possible. Each try has a shell of its own, which ends with a command that fails. */
function tradesAgain({ walk, gates, app }: Pick<Stage, 'walk' | 'gates' | 'app'>): Promise<number> {
  const { machine } = first(gates);
  return untilUp(
    async () => {
      const shell = machine.shell();
      try {
        return await trade(shell, walk, { app });
      } finally {
        shell.close();
      }
    },
    'nobody can trade again',
    tradesMs,
  );
}

function first(of: readonly Booted[]): Booted {
  return of[0] ?? missing();
}

/** Waits until both standbys are synchronous. */
async function whole(databases: readonly Booted[]): Promise<void> {
  const { shell } = first(databases);
  const count = `${patronictl} list | grep -cE 'Sync Standby.*(running|streaming)' || true`;
  const isWhole = async (): Promise<true | null> => ((await shell.run(count)) === '2' ? true : null);
  await untilUp(isWhole, 'the standbys do not become synchronous', wholeMs);
}

async function leaderOf(databases: readonly Booted[]): Promise<Booted> {
  const list = await first(databases).shell.run(`${patronictl} list --format json`);
  const found = (JSON.parse(list) as { readonly Member: string; readonly Role: string }[]).find(
    ({ Role }) => Role === 'Leader',
  );
  return databases.find(({ name }) => name === found?.Member) ?? missing();
}

function missing(): never {
  throw new Error('a machine or a block is missing');
}

async function answers(door: Shell): Promise<void> {
  const curl = `curl --fail --silent --show-error --insecure --resolve ${domain}:443:127.0.0.1 https://${domain}`;
  await door.run(`for i in $(seq 60); do ${curl}/health/ready && break; sleep 0.5; done`);
  await door.run(`for i in $(seq 10); do ${curl}/api/market/market_symbols.html > /dev/null; done`);
}

/** Copies the folder of secrets, as an operator would by scp. */
async function copySecrets(from: Shell, to: Shell): Promise<void> {
  const archive = await from.run('tar --create --gzip --directory / etc/fft | base64 --wrap 0');
  await to.run(`base64 --decode <<< '${archive}' | tar --extract --gzip --directory /`);
}
