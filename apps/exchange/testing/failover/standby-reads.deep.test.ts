import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, type Call, type CallInput } from '@fft/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayProcess, registerFunded, startGatewayProcess } from '../gateway-process.ts';
import { waitFor, waitUntil } from '../wait-for.ts';
import { type DatabasePair, startDatabasePair } from './database-pair.ts';

let pair: DatabasePair;
let dataDir: string;
let gateway: GatewayProcess;
let token: string;
let orders = 0;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fft-standby-'));
  pair = await startDatabasePair();
  // A standby that is lost must not hold up orders.
  await pair.primary.execute(`ALTER SYSTEM SET synchronous_standby_names = ''`, 'SELECT pg_reload_conf()');
  const both = pair.url.replace('&target_session_attrs=read-write', '');
  gateway = await startGatewayProcess({ DATABASE_URL: pair.url, STANDBY_URL: both, DATA_DIR: dataDir });
  token = await registerFunded(gateway, 'reader');
  await waitUntil(async () => (await gateway.figure('fft_standby_usable')) === 1);
});
afterAll(async () => {
  await gateway.kill();
  await pair.stop();
  await rm(dataDir, { recursive: true, force: true });
});

interface Answer {
  readonly asOf: string | null;
  readonly items: readonly { readonly clientOrderId?: string }[];
}

/** Makes a call as a page does, and shows the header too. */
async function list<C extends Call>(call: C, input: CallInput<C>): Promise<Answer> {
  const query = new URLSearchParams({ lang: 'en', ...(input as Record<string, string>) });
  const response = await fetch(`${gateway.url}${call.path}?${query.toString()}`, {
    headers: { 'access-token': token },
  });
  const { code, data } = (await response.json()) as { code: number; data: Answer };
  expect([response.status, code]).toEqual([200, 200]);
  return { items: data.items, asOf: response.headers.get('as-of') };
}

const history = (): Promise<Answer> => list(calls.trade.history, { limit: 100 });
const ids = ({ items }: Answer): readonly (string | undefined)[] => items.map(({ clientOrderId }) => clientOrderId);

/** Places an order and cancels it: both must be in the history right after. */
async function placeAndCancel(): Promise<string> {
  const clientOrderId = `read-${++orders}`;
  const client = gateway.clientOf(token);
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '20000', quantity: '0.001' } as const;
  const { id } = await client.call(calls.trade.create, { ...order, clientOrderId });
  await client.call(calls.trade.cancel, { id });
  return clientOrderId;
}

const readsFrom = async (from: string): Promise<number> => gateway.figure(`fft_standby_reads_total{from="${from}"}`);

/** Connections of a server that last read the fills of a page of orders. */
async function listsAt(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE application_name = 'fft' AND query LIKE '%as of_order%'`,
  );
  await client.end();
  return rowCount ?? 0;
}

test('lists are read at the standby, and have what the customer did right before', async () => {
  expect((await list(calls.assets.coinStatement, { limit: 20 })).items.length).toBeGreaterThan(0);
  for (let round = 0; round < 20; round += 1) {
    const placed = await placeAndCancel();
    const answer = await history();
    expect([ids(answer)[0], answer.asOf]).toEqual([placed, null]);
  }
  expect(await listsAt(pair.standby.url)).toBeGreaterThan(0);
  const atPrimary = await readsFrom('primary');
  expect(await readsFrom('standby')).toBeGreaterThan(atPrimary);
  // What the metric says is so.
  expect((await listsAt(pair.primary.url)) > 0).toBe(atPrimary > 0);
});

test.each([
  ['the inbox', calls.content.list, { limit: 20 }],
  ['the published liabilities', calls.proof.liabilities, {}],
  ['a customer’s own proof', calls.proof.inclusion, {}],
] as const)('%s is read at the standby', async (_what, call, input) => {
  const before = await readsFrom('standby');
  // A standby that is late once is passed over for the primary.
  await waitFor(async () => {
    await list<Call>(call, input);
    expect(await readsFrom('standby')).toBeGreaterThan(before);
  });
});

test('a standby that stops replaying costs no one their newest order; the process stays ready', async () => {
  await pair.standby.execute('SELECT pg_wal_replay_pause()');
  const placed = await placeAndCancel();
  const answer = await history();
  expect([ids(answer)[0], answer.asOf]).toEqual([placed, null]);
  expect(await readsFrom('primary')).toBeGreaterThan(0);
  await waitFor(async () => expect(await gateway.figure('fft_standby_usable')).toBe(0));
  expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
});

test('with the primary gone as well, the list says of which time it is', async () => {
  const newest = await placeAndCancel();
  await history();
  await pair.primary.door.shut();
  const before = Date.now();
  const answer = await history();
  await pair.primary.door.open();
  expect(ids(answer)).not.toContain(newest);
  expect(Date.parse(answer.asOf ?? '')).toBeLessThan(before);
  expect(Date.parse(answer.asOf ?? '')).toBeGreaterThan(before - 60_000);
});

test('once it has caught up, it answers again', async () => {
  await pair.standby.execute('SELECT pg_wal_replay_resume()');
  await waitFor(async () => expect(await gateway.figure('fft_standby_usable')).toBe(1));
  const before = await readsFrom('standby');
  const answer = await history();
  expect(answer.asOf).toBeNull();
  expect(await readsFrom('standby')).toBeGreaterThan(before);
});

test('a standby that dies takes no reader along, and the process stays ready', async () => {
  await waitFor(async () => expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200));
  const reading = Array.from({ length: 30 }, history);
  await pair.standby.door.shut();
  const answers = await Promise.all(reading);
  expect(new Set(answers.map(({ items }) => items.length)).size).toBe(1);
  await waitFor(async () => expect(await gateway.figure('fft_standby_usable')).toBe(0));
  expect(ids(await history())[0]).toBe(`read-${orders}`);
  expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
});
