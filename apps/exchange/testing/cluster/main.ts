import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withParentDeathSignal } from '../../src/platform/postgres/postgres-user.ts';
import { balancers, prepareBalancer } from './balancer.ts';
import { startDatabaseCluster } from './cluster.ts';
import { startGateways } from './gateways.ts';
import { untilUp } from '../faults/until.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'data/cluster' },
    /** The balancer's port; the console has the next one. */
    port: { type: 'string', default: '8080' },
    /** All else has addresses of this machine's own network, and its usual ports plus the offset. */
    network: { type: 'string', default: '127.0.10' },
    'port-offset': { type: 'string', default: '0' },
    balancer: { type: 'string', default: 'haproxy' },
  },
});
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const kind = balancers.find((name) => name === values.balancer);
if (kind === undefined) throw new Error(`--balancer is one of ${balancers.join(', ')}`);
const folder = resolve(values.folder);
const port = Number(values.port);
const app = `http://127.0.0.1:${port}`;
const interrupted = new Promise<'interrupted'>((done) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done('interrupted'));
});

say('Starting three PostgreSQL servers under Patroni, with etcd …');
const portOffset = Number(values['port-offset']);
const databases = await startDatabaseCluster({ folder, network: values.network, portOffset, isKept: true });
const user = await withParentDeathSignal({ prefix: [] }, 'TERM');
const balancer = prepareBalancer(kind, { user, folder, place: databases.place, port });
const stops: (() => Promise<void>)[] = [() => balancer.stop()];
try {
  say('Starting two gateways …');
  const starting = startGateways({ folder, databases, user, consolePort: port + 1 });
  starting.catch(() => undefined);
  const started = await Promise.race([starting, interrupted]);
  if (started !== 'interrupted') {
    stops.push(
      ...started.map(
        ({ program }) =>
          () =>
            program.stop(),
      ),
    );
    balancer.start();
    const passes = async (): Promise<true | null> => ((await fetch(`${app}/health/ready`)).ok ? true : null);
    await untilUp(passes, `${kind} did not start; its log is in ${folder}`, 20_000);
    printAddresses(started.map(({ url }) => url));
    await interrupted;
  }
} finally {
  say('Stopping …');
  await Promise.all(stops.map((stop) => stop()));
  await databases.stop();
  say('Stopped.');
}
process.exit();

function printAddresses(gateways: readonly string[]): void {
  const [one = 'db1'] = databases.members.map(({ name }) => name);
  say(`
  App        ${app}/   through ${kind}
  Mailbox    ${app}/demo/mailbox
  Console    http://localhost:${port + 1}/   log in at http://localhost:${port + 1}/demo/operators
  Gateways   ${gateways.join('  ')}
  Patroni    ${databases.members.map(({ patroniUrl }) => patroniUrl).join('  ')}
  Files      ${folder}

  See who is primary:   patronictl -c ${folder}/${one}/patroni.yml list
  Kill the primary:     kill -9 $(head -1 ${folder}/db<N>/postgres/postmaster.pid)
  Move the role:        patronictl -c ${folder}/${one}/patroni.yml switchover fft
  Trading goes on within seconds. Stop with Ctrl+C.
`);
}
