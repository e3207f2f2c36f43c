import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../src/database/connection.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts';
import { writeLongPast } from './call-bounds/long-past.ts';
import { fetchFrom } from './attack-run/fetch-from.ts';
import { partOf, registerHonest } from './attack-run/honest.ts';
import { startGatewayProcess } from './gateway-process.ts';

/**
 * Measures how long honest customers' orders take beside floods of anonymous reads over a year of history: alone and under each flood in turns, three times.
 * Run it: `node apps/exchange/testing/honest-beside.ts`. Other work on the machine shows in the spread.
 */
const [rounds, floodMs, lanes] = [3, 6_000, 20];
let addresses = 0;
const market = 'symbol=BTCUSDT&limit=1000';
const floods: Readonly<Record<string, (index: number) => string>> = {
  'klines 1M of 5:01': () => `/api/v3/klines?${market}&interval=1M&timeZone=5:01`,
  'klines 1M of 5:45': () => `/api/v3/klines?${market}&interval=1M&timeZone=5:45`,
  'klines 1d of 5:45': () => `/api/v3/klines?${market}&interval=1d&timeZone=5:45`,
  'aggregate trades': (index) => `/api/v3/aggTrades?${market}&endTime=${Date.now() - index * 60_000}`,
  'windows of 7 days': () => '/api/v3/ticker?windowSize=7d&symbol=BTCUSDT',
  'keys that nobody has': () => `/api/v3/account?timestamp=${Date.now()}&signature=${'0'.repeat(64)}`,
};

const folder = await mkdtemp(join(tmpdir(), 'fft-beside-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
const settings = {
  DATABASE_URL: postgres.url,
  DATA_DIR: folder,
  CONSOLE_PORT: '0',
  MAKER: 'off',
  DEMO_CHAIN: 'off',
  CODES_PER_HOUR: '0',
};
const limits = Object.fromEntries(
  ['ORDERS_PER_10S', 'REQUESTS_PER_10S', 'CONNECTIONS_PER_ADDRESS', 'WEIGHT_PER_10S'].map((name) => [name, '']),
);
const start = () => startGatewayProcess({ ...settings, ...limits });
let gateway = await start();
try {
  const database = openDatabase(postgres.url, { maxConnections: 1 });
  gateway.signal('SIGTERM');
  await gateway.ended;
  // Each second trade is another order's, so that aggregates are small; the owner is nobody who acts here.
  await writeLongPast(database.pool, { customer: await nobody(database), now: Date.now(), rows: 200_000 });
  await database.close();
  gateway = await start();
  await measureAll(gateway.url.replace('localhost', '127.0.0.1'));
} finally {
  await gateway.kill();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function nobody({ pool }: Pick<ReturnType<typeof openDatabase>, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    "insert into customers (email, password_hash, lang, up_color, created) values ('nobody@test.example', '', 'en', 'green', 0) returning id",
  );
  return Number(rows[0]?.id);
}

async function measureAll(url: string): Promise<void> {
  const honest = await registerHonest(url);
  await honest.trade(wait(2_000));
  for (const [name, pathOf] of Object.entries({ nothing: null, ...floods })) {
    const shown: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const alone = await honest.trade(wait(floodMs / 2));
      const asked = { answered: 0, refused: 0, failed: 0 };
      const beside = await honest.trade(pathOf === null ? wait(floodMs) : flood(url, pathOf, asked));
      const [before, during] = [alone.orders, beside.orders].map((waits) =>
        [0.5, 0.99].map((part) => Math.round(partOf(waits, part))),
      );
      shown.push(
        `${before?.join('/')} → ${during?.join('/')} ms (${asked.answered} answered, ${asked.refused} refused, ${asked.failed} 5xx, ${beside.failures.length} honest failures)`,
      );
    }
    process.stdout.write(`${name.padEnd(22)} ${shown.join('; ')}\n`);
  }
}

async function flood(
  url: string,
  pathOf: (index: number) => string,
  asked: { answered: number; refused: number; failed: number },
): Promise<void> {
  // An address of its own each time: one that does not heed its limit is refused for the rest of the minute.
  const send = fetchFrom(`127.0.3.${(addresses += 1)}`);
  const ends = performance.now() + floodMs;
  let index = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < ends) {
      const headers = { 'x-mbx-apikey': (index += 1).toString(16).padStart(64, '0') };
      const status = await send(url + pathOf(index), { headers }).then(
        async (response) => (await response.arrayBuffer(), response.status),
        () => 0,
      );
      if (status === 200) asked.answered += 1;
      else if (status >= 500) asked.failed += 1;
      else asked.refused += 1;
      if (status !== 200) await wait(5);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
