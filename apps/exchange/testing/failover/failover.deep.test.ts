import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { calls, Code } from '@fft/contract';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayProcess, registerFunded, startGatewayProcess } from '../gateway-process.ts';
import { type DatabasePair, startDatabasePair } from './database-pair.ts';

let pair: DatabasePair;
let dataDir: string;
const running = new Set<GatewayProcess>();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fft-failover-'));
  pair = await startDatabasePair();
});
afterAll(async () => {
  for (const gateway of running) await gateway.kill();
  await pair.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function startGateway(url = pair.url): Promise<GatewayProcess> {
  const gateway = await startGatewayProcess({ DATABASE_URL: url, DATA_DIR: dataDir });
  running.add(gateway);
  return gateway;
}

async function isReady({ url }: GatewayProcess): Promise<boolean> {
  return (await fetch(`${url}/health/ready`)).ok;
}

/** Entries of the journal at one server. */
async function headOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ sequence: string }>('select sequence from journal_head');
  await client.end();
  return Number(rows[0]?.sequence);
}

test('an exchange finds the promoted standby by itself, loses no answered order, and refuses the old primary for ever', async () => {
  const gateway = await startGateway();
  const token = await registerFunded(gateway, 'one');
  const client = gateway.clientOf(token);
  const answered: string[] = [];
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '20000', quantity: '0.001' } as const;
  const place = async (clientOrderId: string): Promise<void> => {
    const { id } = await client.call(calls.trade.create, { ...order, clientOrderId });
    answered.push(id);
  };
  for (let index = 0; index < 20; index += 1) await place(`before-${index}`);
  expect(await isReady(gateway)).toBe(true);

  // The primary's machine is gone: commits don't end, and the balancer is told so.
  await pair.primary.door.shut();
  await expect.poll(() => isReady(gateway)).toBe(false);
  await expect(place('lost')).rejects.toMatchObject({ code: Code.unavailable });
  expect((await fetch(`${gateway.url}/health/live`)).ok).toBe(true);

  await pair.standby.execute(
    'SELECT pg_promote()',
    `ALTER SYSTEM SET synchronous_standby_names = ''`,
    'SELECT pg_reload_conf()',
  );
  await expect.poll(() => isReady(gateway)).toBe(true);
  for (let index = 0; index < 20; index += 1) await place(`after-${index}`);
  const open = await client.call(calls.trade.openOrders, { limit: 100 });
  expect(open.items.map(({ id }) => id).toSorted()).toEqual(answered.toSorted());

  // The old primary returns, and takes writes again; its rightful successor is gone.
  await pair.primary.execute(`ALTER SYSTEM SET synchronous_standby_names = ''`, 'SELECT pg_reload_conf()');
  await pair.standby.door.shut();
  await pair.primary.door.open();
  const head = await headOf(pair.primary.url);
  await expect.poll(() => isReady(gateway)).toBe(false);
  await expect(place('stale')).rejects.toMatchObject({ code: Code.unavailable });
  expect(await headOf(pair.primary.url)).toBe(head);

  // Also after a kill: what was seen is kept beside the process.
  await gateway.kill();
  await expect(startGateway()).rejects.toThrow('the server exited with code 1');
  await expect(startGateway(oneOf(pair.url, 0))).rejects.toThrow('the server exited with code 1');
  expect(await headOf(pair.primary.url)).toBe(head);

  await pair.standby.door.open();
  const again = await startGateway();
  const { items } = await again.clientOf(token).call(calls.trade.openOrders, { limit: 100 });
  expect(items).toHaveLength(answered.length);
}, 120_000);

test('an operator can accept a journal that lacks entries, once they have named its head', async () => {
  await pair.primary.door.open().catch(() => undefined);
  const stale = oneOf(pair.url, 0);
  const accept = async (...given: readonly string[]): Promise<string> => {
    const program = join(import.meta.dirname, '../../cli/accept-journal.ts');
    const environment = { PATH: process.env['PATH'], DATABASE_URL: stale, DATA_DIR: dataDir };
    return (await promisify(execFile)(process.execPath, [program, ...given], { env: environment })).stdout;
  };
  await expect(accept('--head', '1:000000000000')).rejects.toThrow('is this the database that you mean?');
  await expect(startGateway(stale)).rejects.toThrow('the server exited with code 1');
  const shown = await accept();
  expect(shown).toContain('on timeline 1');
  expect(shown).toContain('on timeline 2');
  await accept(...(/--head \S+/.exec(shown)?.[0] ?? '').split(' '));
  const gateway = await startGateway(stale);
  expect(await isReady(gateway)).toBe(true);
}, 120_000);

test('an exchange leaves a primary that hangs, with open connections, for the promoted standby', async () => {
  const hanging = await startDatabasePair();
  const gateway = await startGateway(hanging.url);
  const client = gateway.clientOf(await registerFunded(gateway, 'hanging'));
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '20000', quantity: '0.001' } as const;
  await client.call(calls.trade.create, { ...order, clientOrderId: 'before' });

  hanging.primary.door.freeze();
  await hanging.standby.execute(
    'SELECT pg_promote()',
    `ALTER SYSTEM SET synchronous_standby_names = ''`,
    'SELECT pg_reload_conf()',
  );
  const outcome = (): Promise<string> =>
    client.call(calls.trade.create, { ...order, clientOrderId: 'after' }).then(() => 'placed', String);
  await expect.poll(outcome, { timeout: 60_000 }).toBe('placed');
  const { items } = await client.call(calls.trade.openOrders, { limit: 10 });
  expect(items.map(({ clientOrderId }) => clientOrderId).toSorted()).toEqual(['after', 'before']);
  await gateway.kill();
  await hanging.stop();
}, 120_000);

/** The address of one of the pair's servers. */
function oneOf(url: string, index: number): string {
  return url.replace(/@([^/]+)\//, (_, hosts: string) => `@${hosts.split(',')[index]}/`);
}
