import { spawn } from 'node:child_process';
import { calls } from '@fft/contract';
import { findPromtool } from '@fft/testkit';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor } from '../../testing/wait-for.ts';
import { startTestExchange, type TestExchange } from '../../testing/test-exchange.ts';
import { ownMetrics } from '../supervisor/serve-figures.ts';
import { restoreFigures } from './restore-figures.ts';
import { exportStandby } from './standby-figures.ts';

let exchange: TestExchange;
let monitoring: string;

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

beforeAll(async () => {
  const port = await freePort();
  exchange = await startTestExchange({ METRICS_PORT: String(port) });
  monitoring = `http://127.0.0.1:${port}`;
});
afterAll(() => exchange.stop());

/** The value of a metric as Prometheus reads it. */
async function figure(name: string): Promise<number> {
  const text = await (await fetch(`${monitoring}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

test('metrics follow what happens', async () => {
  const anna = await exchange.register('anna');
  await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  const batches = await figure('fft_batch_commands_count');
  const order = { symbol: 'BTC/USDT', type: 'limit', side: 'sell', price: '97000', quantity: '0.01' } as const;
  await anna.call(calls.trade.create, { ...order, clientOrderId: 'a' });
  await expect(anna.call(calls.trade.create, { ...order, clientOrderId: 'b', quantity: '5' })).rejects.toMatchObject({
    code: 2001,
  });
  await expect(anna.call(calls.trade.create, { ...order, clientOrderId: 'c', quantity: '101' })).rejects.toMatchObject({
    code: 2002,
  });
  expect(await figure('fft_open_orders')).toBe(1);
  expect(await figure('fft_refused_form_total')).toBe(1);
  expect(await figure('fft_refused_journal_total')).toBe(1);
  expect(await figure('fft_refused_replica_total')).toBe(0);
  expect(await figure('fft_batch_commands_count')).toBe(batches + 2);
  expect(await figure('fft_calls_total{path="/api/trade/create.html",code="200"}')).toBe(1);
  expect(await figure('fft_calls_total{path="/api/trade/create.html",code="2001"}')).toBe(1);
  expect(await figure('fft_call_seconds_count{path="/api/trade/create.html"}')).toBe(3);
  expect(await figure('fft_gateway_waiting_commands')).toBe(0);
  await waitFor(async () => {
    expect(await figure('fft_projection_sequence')).toBe(await figure('fft_journal_sequence'));
    expect(await figure('fft_projection_waiting_rows')).toBe(0);
  });
  expect(await figure('fft_projection_writing')).toBe(1);

  expect(await figure('fft_job_failures_total{job="ledger.snapshots"}')).toBe(0);
  await waitFor(async () => {
    expect(await figure('fft_job_runs_total{job="funds.feeTiers"}')).toBeGreaterThan(0);
    expect(await figure('fft_job_seconds_count{job="funds.feeTiers"}')).toBeGreaterThan(0);
    expect(await figure('fft_job_last_success_timestamp_seconds{job="funds.feeTiers"}')).toBeGreaterThan(1e9);
  });

  const socket = new WebSocket(`${exchange.url.replace('http', 'ws')}/ws`);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  await waitFor(async () => expect(await figure('fft_stream_sockets')).toBe(1));
  const pushes = await figure('fft_stream_pushes_total');
  socket.send(JSON.stringify({ op: 'ping', id: 1 }));
  await waitFor(async () => expect(await figure('fft_stream_pushes_total')).toBe(pushes + 1));
  socket.close();
});

test('a metric is a counter exactly if its name ends in _total', async () => {
  const text = await (await fetch(`${monitoring}/metrics`)).text();
  const own = [...text.matchAll(/^# TYPE (fft_\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({ name, type }));
  const counters = own.filter(({ type }) => type === 'counter').map(({ name }) => name);
  expect(counters).toEqual(own.map(({ name }) => name).filter((name) => name.endsWith('_total')));
  expect(counters).toContain('fft_part_errors_total');
  expect(counters).toContain('fft_stream_dropped_total');
});

/** What Prometheus' checker says of metrics. The exchange of this process goes on meanwhile, and stays ready. */
async function checkMetrics(metrics: string): Promise<{ readonly status: number | null; readonly stderr: string }> {
  const promtool = spawn(await findPromtool(), ['check', 'metrics'], { stdio: ['pipe', 'ignore', 'pipe'] });
  const ended = once(promtool, 'close') as Promise<[status: number | null]>;
  promtool.stdin.end(metrics);
  const [stderr, [status]] = await Promise.all([textOf(promtool.stderr), ended]);
  return { status, stderr };
}

test('Prometheus accepts the names, types and help texts of all metrics', async () => {
  const text = await (await fetch(`${monitoring}/metrics`)).text();
  // Node's own metrics come from the library, with names that aren't ours to choose.
  const own = text
    .split('\n\n')
    .filter((metric) => metric.includes('fft_'))
    .join('\n\n');
  expect(await checkMetrics(`${own}\n`)).toEqual({ status: 0, stderr: '' });
});

test('the database’s figures and the console’s open alarms are metrics', async () => {
  await waitFor(async () => expect(await figure('fft_database_connections')).toBeGreaterThan(0));
  expect(await figure('fft_database_max_connections')).toBeGreaterThan(20);
  expect(await figure('fft_database_standbys')).toBe(0);
  expect(await figure('fft_open_alarms{kind="solvency"}')).toBe(0);
  await exchange.database.pool.query(`insert into alarms (kind, since, detail) values ('solvency', 1, 'BTC')`);
  exchange.wake('metrics.database');
  await waitFor(async () => expect(await figure('fft_open_alarms{kind="solvency"}')).toBe(1));
  await exchange.database.pool.query(`update alarms set until = 2 where kind = 'solvency'`);
});

test('connections that the server closes are counted by reason', async () => {
  const { hostname: host, port } = new URL(exchange.url);
  const socket = connect({ host, port: Number(port) });
  socket.on('error', () => undefined);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write('GET /api/time.html HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200));
  await ended;
  await waitFor(async () =>
    expect(await figure('fft_connections_closed_total{reason="pipelining"}')).toBeGreaterThan(0),
  );
  expect(await figure('fft_stream_cut_total')).toBe(0);
});

test('the metrics port answers health probes', async () => {
  const probe = async (path: string) => {
    const response = await fetch(`${monitoring}/health/${path}`);
    return [response.status, await response.json()] as const;
  };
  expect(await probe('live')).toMatchObject([200, { data: { state: 'live' } }]);
  // A process is ready while its journal confirms commits, which a machine without time delays.
  await waitFor(async () => expect(await probe('ready')).toMatchObject([200, { data: { state: 'ready' } }]));
});

test('metrics are not reachable at the customers’ port', async () => {
  const response = await fetch(`${exchange.url}/metrics`);
  expect(await response.text()).not.toContain('fft_');
});

/** The metrics of an exchange that reads at a standby. */
function standbyFigures(): Promise<string> {
  const registry = new Registry();
  const reads = { standby: 0, primary: 0, standby_old: 0 };
  exportStandby({ figures: { reads, lagMs: 0, isUsable: true } }, registry);
  return registry.metrics();
}

/** The metrics of several processes' supervisor. */
const supervisorFigures = (): Promise<string> => ownMetrics(2, { serving: () => 2, restarts: () => 0 }).metrics();

test.each(['grafana-dashboard.json', 'alerts.yml', 'README.md'])('every metric that %s names exists', async (file) => {
  const own = await (await fetch(`${monitoring}/metrics`)).text();
  const text = own + restoreFigures(new Date(), new Date()) + (await standbyFigures()) + (await supervisorFigures());
  const known = new Set(text.split('\n').map((line) => /^# TYPE (\w+)/.exec(line)?.[1]));
  const written = readFileSync(join(import.meta.dirname, '../../../../docs/operations', file), 'utf8');
  const named = [...written.matchAll(/\bfft_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
