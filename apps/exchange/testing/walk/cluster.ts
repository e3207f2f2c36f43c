import { randomBytes } from 'node:crypto';
import { until } from '../cluster/program.ts';
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
const patronictl = 'patronictl -c /etc/patroni/config.yml';

/** The cluster on six machines: a failover while customers trade, and each of the balancers. */
export async function walkCluster(walk: Walk): Promise<void> {
  const { releases, say } = walk;
  const passwords = Object.fromEntries(
    ['SUPERUSER', 'REPLICATION', 'FFT'].map((name) => [name, randomBytes(24).toString('hex')]),
  );
  const names = { ...passwords, REPOSITORY: repository, VERSION: releases.version };
  const machines: Machine[] = [];
  const boot = async (given: Parameters<typeof bootMachine>[1]): Promise<{ machine: Machine; shell: Shell }> => {
    const machine = await bootMachine(walk, given);
    machines.push(machine);
    const shell = machine.shell();
    await paste(shell, 'failover.md#Names and passwords', names);
    return { machine, shell };
  };
  try {
    const installed = await installedMachine(walk);
    say('three machines for the database');
    const databases = [];
    for (const member of members) databases.push({ ...member, ...(await boot(member)) });
    await Promise.all(
      databases.map(({ shell, name, address }) =>
        paste(shell, 'failover.md#The database machines', { NAME: name, ADDRESS: address }),
      ),
    );
    const db = databases[0]?.shell ?? missing();
    await until(
      async () =>
        (await db.run(`${patronictl} list | grep -c 'Sync Standby.*running' || true`)) === '2' ? true : null,
      'the standbys do not become synchronous',
    );

    say('two gateways');
    const gates = [];
    for (const gateway of gateways) {
      const gate = { ...gateway, ...(await boot({ ...gateway, from: installed })) };
      await pasteNames(gate.shell, walk);
      const [first] = gates;
      if (first === undefined) await paste(gate.shell, 'deployment.md#Secrets and settings');
      else await copySecrets(first.shell, gate.shell);
      await paste(gate.shell, 'failover.md#The gateways', { ADDRESS: gate.address, BALANCER: balancer.address });
      gates.push(gate);
    }
    const { shell: one, address } = gates[0] ?? missing();
    const app = `http://${address}:8080`;
    same(await firstTrade(one, walk, { app }), 1, 'trades');

    say('the balancers');
    const { shell: door } = await boot(balancer);
    await paste(door, 'failover.md#The balancer');
    for (const { section, unit } of balancers) {
      await paste(door, section);
      if (unit === 'caddy')
        await door.run(`sed -i 's/^${domain} {/&\\n\\ttls internal/' /etc/caddy/Caddyfile; systemctl reload caddy`);
      await answers(door);
      await one.run('systemctl stop fft@8080');
      await answers(door);
      await one.run(`systemctl start fft@8080; until curl --fail --silent ${app}/health/ready; do sleep 1; done`);
      await door.run(`systemctl disable --now ${unit}`);
      say(`  ${unit} leads past a stopped gateway`);
    }

    say('the primary’s machine loses its power');
    const primary = await leaderOf(db);
    const lost = databases.find(({ name }) => name === primary);
    if (lost === undefined) throw new Error(`${primary} is none of the machines`);
    await lost.machine.kill();
    const began = performance.now();
    const trades = await until(() => trade(one, walk, { app }), 'nobody can trade after the failover', 90_000);
    say(`  customers trade again after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    same(trades, 2, 'trades');
    await one.run('fft verify-books');
    for (const { shell } of [...databases, ...gates, { shell: door }]) shell.close();
  } finally {
    await discard(machines);
  }
}

function missing(): never {
  throw new Error('no machine was booted');
}

async function answers(door: Shell): Promise<void> {
  const curl = `curl --fail --silent --insecure --resolve ${domain}:443:127.0.0.1 https://${domain}`;
  await door.run(`for i in $(seq 60); do ${curl}/health/ready && break; sleep 0.5; done`);
  await door.run(`for i in $(seq 10); do ${curl}/api/market/symbols.html > /dev/null; done`);
}

async function leaderOf(shell: Shell): Promise<string> {
  const list = await shell.run(`${patronictl} list --format json`);
  const found = (JSON.parse(list) as { readonly Member: string; readonly Role: string }[]).find(
    ({ Role }) => Role === 'Leader',
  );
  return found?.Member ?? '';
}

/** Copies the folder of secrets, as an operator would by scp. */
async function copySecrets(from: Shell, to: Shell): Promise<void> {
  const archive = await from.run('tar --create --gzip --directory / etc/fft | base64 --wrap 0');
  await to.run(`base64 --decode <<< '${archive}' | tar --extract --gzip --directory /`);
}
