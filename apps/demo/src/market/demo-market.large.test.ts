import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, createStream, OrderBook, type Client, type Stream } from '@fft/client';
import { calls, streamPath, type Market, type Order } from '@fft/contract';
import { parseDemoMarketFile, type DemoMarketFile } from '@fft/demo-market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestExchange } from '../../../exchange/testing/test-exchange.ts';

const maxQuotes = 28;
let dataDir: string;
let exchange: TestExchange;
let markets: readonly Market[];
let stream: Stream;
const books = new Map<string, OrderBook>();
/** Called on every push. */
let onPush = (): void => undefined;

/** Waits until the condition holds after some push. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await new Promise<void>((resolve) => {
      onPush = resolve;
    });
  }
}

const isFull = (symbol: string): boolean => {
  const book = books.get(symbol);
  return book !== undefined && book.bids.length >= 10 && book.asks.length >= 10;
};

function listen(): void {
  stream = createStream({ url: exchange.url.replace('http', 'ws') + streamPath });
  for (const { symbol } of markets) {
    const book = new OrderBook();
    books.set(symbol, book);
    stream.subscribe(`depth:${symbol}`, (push) => {
      book.apply(push);
      onPush();
    });
  }
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fft-demo-'));
  exchange = await startTestExchange({ MAKER: 'on', DATA_DIR: dataDir });
  markets = await exchange.anonymous.call(calls.market.list, {});
  listen();
}, 120_000);

afterAll(async () => {
  stream.close();
  await exchange.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function demoFile(): Promise<DemoMarketFile> {
  return parseDemoMarketFile(await readFile(join(dataDir, 'demo-market.json'), 'utf8'));
}

/** Logs in to the market maker's account. */
async function makersClient(): Promise<Client> {
  const { maker } = await demoFile();
  const { token } = await exchange.anonymous.call(calls.auth.login, { ...maker });
  return createClient({ baseUrl: exchange.url, token: () => token });
}

async function openOrders(client: Client, symbol: string): Promise<readonly Order[]> {
  return (await client.call(calls.trade.openOrders, { symbol, limit: 100 })).items;
}

/** Children of this process that run the market maker. */
function makerProcesses(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const isChild = readFileSync(`/proc/${name}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`);
        return isChild && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('apps/maker/src/main.ts')
          ? [Number(name)]
          : [];
      } catch {
        // The process ended in between.
        return [];
      }
    });
}

test('every market has a history: a price, a day, and a sparkline value for each hour', async () => {
  const tickers = await exchange.anonymous.call(calls.market.tickers, {});
  expect(tickers).toHaveLength(markets.length);
  for (const { symbol, last, change, volume, spark } of tickers) {
    expect([symbol, last !== null, change !== null, Number(volume) > 0, spark.length]).toEqual([
      symbol,
      true,
      true,
      true,
      24,
    ]);
  }
});

test('the market maker trades by API keys', { timeout: 60_000 }, async () => {
  await until(() => markets.some(({ symbol }) => isFull(symbol)));
  const keys = await exchange.database.db.selectFrom('api_keys').select(['rights', 'used']).execute();
  expect(keys.map(({ rights }) => rights)).toEqual(['read,trade', 'read,trade']);
  expect(keys.some(({ used }) => used !== null)).toBe(true);
  const sessions = await exchange.database.db.selectFrom('sessions').select('id').execute();
  expect(sessions).toEqual([]);
});

test('the books of all markets fill', { timeout: 60_000 }, async () => {
  await until(() => markets.every(({ symbol }) => isFull(symbol)));
  for (const { symbol } of markets) {
    const book = books.get(symbol);
    expect(Number(book?.asks[0]?.[0])).toBeGreaterThan(Number(book?.bids[0]?.[0]));
  }
});

test('trades happen at the quotes', { timeout: 60_000 }, async () => {
  const fresh = new Set<string>();
  const begin = Date.now();
  for (const { symbol } of markets) {
    stream.subscribe(`trades:${symbol}`, (trades) => {
      if (trades.some(({ time }) => time > begin)) fresh.add(symbol);
      onPush();
    });
  }
  await until(() => fresh.size >= 2);
  expect(fresh.size).toBeGreaterThanOrEqual(2);
});

test('a killed maker is restarted, takes over its open orders, and doubles none', { timeout: 60_000 }, async () => {
  const client = await makersClient();
  const before = await openOrders(client, 'BTC/USDT');
  const [killed] = makerProcesses();
  expect(killed).toBeGreaterThan(0);
  process.kill(killed ?? 0, 'SIGKILL');
  const time = Date.now();
  // The maker is back when one of its orders is younger than the kill.
  let after: readonly Order[] = [];
  await until(() => {
    void openOrders(client, 'BTC/USDT').then((orders) => {
      after = orders;
      onPush();
    });
    return after.some((order) => order.time > time + 200) && makerProcesses().some((pid) => pid !== killed);
  });
  const kept = after.filter(({ id }) => before.some((order) => order.id === id));
  expect(kept.length).toBeGreaterThan(0);
  for (const { symbol } of markets) {
    const orders = await openOrders(client, symbol);
    expect(orders.length).toBeLessThanOrEqual(maxQuotes);
    const prices = (side: Order['side']) =>
      orders.filter((order) => order.side === side).map(({ price }) => Number(price));
    expect(Math.min(...prices('sell'))).toBeGreaterThan(Math.max(...prices('buy')));
  }
  expect(makerProcesses()).toHaveLength(1);
});

test('the API reports that the market is made up', async () => {
  expect(await exchange.anonymous.call(calls.demo.market, {})).toEqual({ isMadeUp: true });
});

test(
  'the proof of liabilities leaves the made-up money out, and says how much it is',
  { timeout: 120_000 },
  async () => {
    const anna = await exchange.register('anna');
    await anna.call(calls.demo.faucet, { requestId: 'coins', coin: 'SOL', amount: '2' });
    const published = () => exchange.anonymous.call(calls.proof.liabilities, {});
    await expect.poll(published, { timeout: 100_000 }).toHaveLength(1);
    const sol = (await published())[0]?.totals.find(({ asset }) => asset === 'SOL');
    expect(sol).toMatchObject({ total: '200000000', held: null });
    expect(Number(sol?.madeUp)).toBeGreaterThan(1e10);
    expect(await (await makersClient()).call(calls.proof.inclusion, {})).toEqual([]);
  },
);

test('the market maker’s account has a telling name', async () => {
  const client = await makersClient();
  expect(await client.call(calls.user.read, {})).toMatchObject({ nickname: 'Demo market maker' });
});

test(
  'after a stop no maker process or order remains, and the next start adds no second history',
  { timeout: 120_000 },
  async () => {
    const [before] = await exchange.anonymous.call(calls.market.tickers, {});
    const file = await demoFile();
    stream.close();
    const stoppedAt = Date.now();
    await exchange.restart();
    expect(await demoFile()).toEqual(file);
    const [after] = await exchange.anonymous.call(calls.market.tickers, {});
    // A second history would double the day's volume.
    expect(Number(after?.volume)).toBeLessThan(Number(before?.volume) * 1.2);
    expect(Math.abs(Number(after?.last) / Number(before?.last) - 1)).toBeLessThan(0.02);
    listen();
    await until(() => isFull('BTC/USDT'));
    const orders = await openOrders(await makersClient(), 'BTC/USDT');
    expect(orders.filter(({ time }) => time < stoppedAt)).toEqual([]);
  },
);
