import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Database } from '../../../apps/exchange/src/database/connection.ts';
import { writeLongPast } from '../../../apps/exchange/testing/call-bounds/long-past.ts';
import { fetchFrom } from '../../../apps/exchange/testing/attack-run/fetch-from.ts';
import { partOf, quantilesOf, registerHonest } from '../../../apps/exchange/testing/attack-run/honest.ts';
import { say, withGateways } from './with-gateways.ts';
import { countedMs, rowsRead } from '../../../apps/exchange/testing/rows-read.ts';

/**
 * Measures what one public read of aggregate trades costs. Then measures how long honest customers' orders take over a year of history: in turns
 * alone and beside each flood of anonymous reads. Other work on the machine shows in the spread.
 * Run: `npm run bench:beside -- [--rounds 3]`; with `--rounds 0` the bench only reads aggregate trades.
 */
const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const [rounds, floodMs, lanes] = [Number(options.rounds), 6_000, 20];
/** The number of public reads, one after the other. */
const reads = 15;
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

const standard = ['ORDERS_PER_10S', 'REQUESTS_PER_10S', 'CONNECTIONS_PER_ADDRESS', 'WEIGHT_PER_10S'];
const settings = { CONSOLE_PORT: '0', ...Object.fromEntries(standard.map((name) => [name, ''])) };

await withGateways(
  {
    settings,
    // Every second trade belongs to another order, so that aggregates are small. The owner takes no part in the bench.
    prepare: async (database) =>
      writeLongPast(database.pool, { customer: await nobody(database), now: Date.now(), rows: 200_000 }),
  },
  async ({ gateways: [gateway], database }) => {
    const url = gateway.url.replace('localhost', '127.0.0.1');
    await measureAggregates(url, database);
    if (rounds > 0) await measureAll(url);
  },
);

/**
 * Measures one public read of aggregate trades at a time: of trades that are an aggregate each, and of 20,000 trades of one order at one price.
 * For comparison it also measures the former query, which brought 20,000 rows to the thread that answers.
 */
async function measureAggregates(url: string, { pool }: Database): Promise<void> {
  const long = 100_000;
  await pool.query(
    `update fills set taker_order = 1, taker_side = 'buy', price_ticks = 1000 where market = 0 and trade_number between ${long} and ${long + 20_000}`,
  );
  await pool.query('vacuum analyze fills');
  const send = fetchFrom('127.0.4.1');
  let used = 0;
  const ask = async (fromId: number): Promise<number> => {
    const response = await send(`${url}/api/v3/aggTrades?symbol=BTCUSDT&limit=1000&fromId=${fromId}`);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`aggTrades answered ${response.status}`);
    return Number(response.headers.get('x-mbx-used-weight-1m'));
  };
  for (const [name, fromId] of [
    ['1,000 aggregates of a trade each', 1],
    ['20,000 trades of one order', long],
  ] as const) {
    const waits: number[] = [];
    const weights: number[] = [];
    used = await ask(fromId);
    await wait(countedMs);
    const before = await rowsRead(pool, 'fills');
    for (let index = 0; index < reads; index += 1) {
      const begun = performance.now();
      const now = await ask(fromId + index);
      waits.push(performance.now() - begun);
      // The exchange counts used weight anew each minute.
      weights.push(now < used ? now : now - used);
      used = now;
    }
    await wait(countedMs);
    const rows = ((await rowsRead(pool, 'fills')) - before) / reads;
    say(`${name.padEnd(34)}${quantilesOf(waits)}, ${Math.round(rows)} rows, weight ${Math.max(...weights)}`);
  }
  const waits: number[] = [];
  for (let index = 0; index < reads; index += 1) {
    const begun = performance.now();
    await pool.query('select * from fills where market = 0 and trade_number >= $1 order by trade_number limit 20000', [
      long + index,
    ]);
    waits.push(performance.now() - begun);
  }
  say(`${'before: 20,000 rows to the thread'.padEnd(34)}${quantilesOf(waits)}, 20000 rows, weight 4`);
}

async function nobody({ pool }: Pick<Database, 'pool'>): Promise<number> {
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
  // Each flood has an address of its own: the exchange refuses an address over its limit for the rest of the minute.
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
