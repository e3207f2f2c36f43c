import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';
import { fuzzEnvironment } from '../fuzz/fuzz.ts';
import { startServer } from '../fuzz/start-server.ts';
import { followBook } from './follow-book.ts';
import { startLoad } from './load.ts';
import { newTrader, runBots } from './run-bots.ts';
import { connectBinanceSpot } from './snippets/binance-spot.ts';

/**
 * `npm run clients`: two ccxt bots trade for a minute while the server is killed three times; then @binance/spot follows a book under load for ten minutes,
 * compared each second with REST. `-- --bots 60 --book 600` sets the seconds. Exits with code 1 if a view differed.
 */
const { values } = parseArgs({
  options: { bots: { type: 'string', default: '60' }, book: { type: 'string', default: '600' } },
});
const [botSeconds, bookSeconds] = [Number(values.bots), Number(values.book)];
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

async function follow(environment: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const server = await startServer({ ...fuzzEnvironment, MODE: 'demo', PORT: '0', ...environment });
  const [anna, ben] = [await newTrader(server.url, 'carl', 'ed25519'), await newTrader(server.url, 'dora')];
  const load = startLoad([anna.client, ben.client], 'BTC/USDT', 50_000);
  const book = await followBook(connectBinanceSpot(server.url, anna.key.id, anna.key.secret), 'BTCUSDT');
  const until = performance.now() + bookSeconds * 1_000;
  const wrongs: string[] = [];
  let compared = 0;
  while (performance.now() < until && wrongs.length === 0) {
    wrongs.push(...(await book.compare()));
    compared += 1;
    await delay(1_000);
  }
  await load.stop();
  await book.stop();
  await server.stop();
  say(`book: ${load.orders()} orders, ${book.events()} events, ${compared} comparisons`);
  return wrongs;
}

const dataDir = await mkdtemp(join(tmpdir(), 'fft-clients-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, fast: true });
try {
  const environment = { DATABASE_URL: postgres.url, DATA_DIR: dataDir };
  const { orders, trades, failures, wrongs } = await runBots({ environment, seconds: botSeconds, kills: 3 });
  say(`bots: ${orders} orders, ${trades} trades, ${failures} failed calls while the server was away`);
  const all = [...wrongs, ...(await follow(environment))];
  for (const wrong of all) say(wrong.slice(0, 1_000));
  say(all.length === 0 ? 'Nothing differed.' : `${all.length} differences`);
  process.exitCode = all.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
