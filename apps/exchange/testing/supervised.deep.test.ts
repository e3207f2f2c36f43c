import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStream, NetworkError, type Client } from '@fft/client';
import { calls, type Order } from '@fft/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { registerFunded, startGatewayProcess, type GatewayProcess } from './gateway-process.ts';
import { childrenOf, isAlive } from './faults/processes.ts';
import { clientInTurn, fetchAlone } from './supervised.ts';

const symbol = 'BTC/USDT';
let database: TestDatabase;
let dataDir: string;
const running = new Set<GatewayProcess>();

async function start(settings: Readonly<Record<string, string>> = {}): Promise<GatewayProcess> {
  const exchange = await startGatewayProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    GATEWAYS: '2',
    ...settings,
  });
  running.add(exchange);
  return exchange;
}

const membersOf = ({ pid }: GatewayProcess): readonly number[] => childrenOf(pid, 'main.ts');

/** The value of a metric by process. */
async function byProcess(exchange: GatewayProcess, name: string, labels = ''): Promise<ReadonlyMap<string, number>> {
  const pattern = new RegExp(`^${name}\\{([^}]*)\\} (\\S+)$`, 'gm');
  const found = [...(await exchange.figures()).matchAll(pattern)].filter(([, all = '']) => all.includes(labels));
  return new Map(found.map(([, all = '', value]) => [/process="([^"]+)"/.exec(all)?.[1] ?? '', Number(value)]));
}

const served = async (exchange: GatewayProcess) =>
  (await byProcess(exchange, 'fft_processes_serving')).get('supervisor');

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'fft-supervised-'));
});
afterEach(async () => {
  for (const exchange of running) await exchange.kill();
  running.clear();
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const sell = (clientOrderId: string, price = '97000') =>
  ({ symbol, type: 'limit', side: 'sell', price, quantity: '0.0001', clientOrderId }) as const;

describe('two processes on one port', () => {
  test('serve one customer in turn: orders, their ids, sockets, and what Prometheus reads', async () => {
    const exchange = await start();
    const token = await registerFunded(exchange, 'anna');
    const anna = clientInTurn(exchange.url, token);
    const pushed = new Set<string>();
    const streams = [0, 1].map(() =>
      createStream({ url: `${exchange.url.replace('http', 'ws')}/ws`, token: () => token }),
    );
    for (const stream of streams) {
      stream.subscribe('orders', (orders: readonly Order[]) => orders.forEach(({ id }) => pushed.add(id)));
    }
    const first = await anna.call(calls.trade.create, sell('same'));
    const again = await Promise.all([1, 2, 3].map(() => anna.call(calls.trade.create, sell('same'))));
    expect(again.map(({ id }) => id)).toEqual([first.id, first.id, first.id]);
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => (await anna.call(calls.trade.create, sell(`o-${index}`))).id),
    );
    await expect.poll(() => ids.filter((id) => !pushed.has(id))).toEqual([]);
    for (const stream of streams) stream.close();

    const created = await byProcess(exchange, 'fft_calls_total', 'path="/api/trade/create.html",code="200"');
    expect([...created.keys()].toSorted()).toEqual(['gateway-1', 'gateway-2']);
    expect([...created.values()].reduce((sum, count) => sum + count, 0)).toBe(24);
    const writing = await byProcess(exchange, 'fft_projection_writing');
    expect([...writing.values()].toSorted((one, other) => one - other)).toEqual([0, 1]);
    expect((await exchange.figures()).match(/^# HELP fft_ready /gm)).toHaveLength(1);
  }, 120_000);

  test('one that is killed under load is started again; nothing that was answered is lost, and the other goes on', async () => {
    const exchange = await start();
    const token = await registerFunded(exchange, 'ben');
    const ben = clientInTurn(exchange.url, token);
    const answered = new Map<string, string>();
    const strange: unknown[] = [];
    const stopping = new AbortController();
    const lanes = Promise.all([0, 1, 2, 3].map((lane) => sendUntil(ben, lane)));
    async function sendUntil(client: Client, lane: number): Promise<void> {
      for (let index = 0; !stopping.signal.aborted; index += 1) {
        const order = sell(`k-${lane}-${index}`);
        try {
          const { id } = await client.call(calls.trade.create, order);
          answered.set(order.clientOrderId, id);
          await client.call(calls.trade.cancel, { id });
        } catch (error) {
          // A caller of the killed process doesn't know, and may ask by the id.
          if (!(error instanceof NetworkError)) strange.push(error);
        }
      }
    }
    await expect.poll(() => answered.size, { timeout: 30_000 }).toBeGreaterThan(50);
    // Which of them writes the tables doesn't matter: the other takes over.
    const [killed = 0] = membersOf(exchange);
    process.kill(killed, 'SIGKILL');
    const whenKilled = answered.size;
    await expect.poll(() => answered.size, { timeout: 30_000 }).toBeGreaterThan(whenKilled + 50);
    await expect.poll(() => served(exchange), { timeout: 120_000 }).toBe(2);
    expect(membersOf(exchange)).toHaveLength(2);
    expect(membersOf(exchange)).not.toContain(killed);
    stopping.abort();
    await lanes;
    expect(strange).toEqual([]);
    expect((await byProcess(exchange, 'fft_process_ends_total')).get('supervisor')).toBe(1);
    await expect
      .poll(
        async () => {
          const { rows } = await database.pool.query<{ name: string; id: number }>(
            "select client_order_id as name, id from orders where client_order_id like 'k-%'",
          );
          const found = Map.groupBy(rows, ({ name }) => name);
          return [...answered].filter(([name, id]) => String(found.get(name)?.map((row) => row.id)) !== id);
        },
        { timeout: 30_000 },
      )
      .toEqual([]);
  }, 300_000);

  test('end with their supervisor, however it ends', async () => {
    const killed = await start();
    const orphans = membersOf(killed);
    expect(orphans).toHaveLength(2);
    await killed.kill();
    await expect.poll(() => orphans.filter(isAlive), { timeout: 30_000 }).toEqual([]);
  }, 120_000);

  test('drain on SIGTERM: calls are served, probes answer 503, and the supervisor ends last', async () => {
    const exchange = await start({ DRAIN_SECONDS: '2' });
    const members = membersOf(exchange);
    exchange.signal('SIGTERM');
    const probe = async (path: string) => (await fetchAlone(exchange.url + path)).status;
    await expect.poll(() => probe('/health/ready'), { interval: 20, timeout: 20_000 }).toBe(503);
    expect((await clientInTurn(exchange.url).call(calls.market.list, {})).length).toBeGreaterThan(0);
    await exchange.ended;
    expect(members.filter(isAlive)).toEqual([]);
  }, 120_000);

  test('end with their supervisor when they can’t start again', async () => {
    const other = await createTestDatabase();
    const exchange = await start({ DATABASE_URL: other.url });
    // The processes end because the database needs a newer version, and each start finds the same.
    await other.pool.query('delete from minimum_version');
    await other.pool.query("insert into minimum_version (version) values ('98.0.0')");
    await exchange.ended;
    await expect.poll(() => membersOf(exchange)).toEqual([]);
    await other.close();
  }, 300_000);
});

describe('a stranger who uses all processes', () => {
  test('has the requests of one address', async () => {
    const limit = 600;
    const exchange = await start({ GATEWAYS: '3', REQUESTS_PER_10S: String(limit) });
    const begun = performance.now();
    const statuses: number[] = [];
    async function attack(): Promise<void> {
      for (let sent = 0; sent < 100; sent += 1) {
        const answer = await fetchAlone(`${exchange.url}/health/live`).catch(() => null);
        statuses.push(answer?.status ?? 0);
      }
    }
    await Promise.all(Array.from({ length: 18 }, attack));
    const windows = 1 + Math.floor((performance.now() - begun) / 10_000);
    const served = statuses.filter((status) => status === 200).length;
    // Each process hears of the others' a moment later; alone they would serve all 1,800.
    expect(served).toBeGreaterThanOrEqual(limit - 20);
    expect(served).toBeLessThan(windows * limit + 500);
  }, 120_000);

  test('has the sockets of one address', async () => {
    const exchange = await start({ GATEWAYS: '3', SOCKETS_PER_ADDRESS: '6' });
    const sockets = Array.from({ length: 18 }, () => new WebSocket(`${exchange.url.replace('http', 'ws')}/ws`));
    await Promise.all(sockets.map((socket) => once(socket, 'open')));
    const open = () => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
    await expect.poll(open, { timeout: 20_000 }).toBeLessThanOrEqual(6);
    const another = new WebSocket(`${exchange.url.replace('http', 'ws')}/ws`);
    sockets.push(another);
    await once(another, 'open');
    await expect.poll(open, { timeout: 20_000 }).toBeLessThanOrEqual(6);
    expect(open()).toBeGreaterThan(2);
    for (const socket of sockets) socket.close();
  }, 120_000);
});
