import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts';
import { fuzzEnvironment } from '../fuzz/fuzz.ts';
import { startServer } from '../fuzz/start-server.ts';
import { followBook } from './follow-book.ts';
import { foreignClients } from './foreign/clients.ts';
import { writeRecord } from './foreign/record.ts';
import { runClients } from './foreign/run-clients.ts';
import { startLoad } from './load.ts';
import { pagePath, withClients } from './page.ts';
import { newTrader, runBots } from './run-bots.ts';
import { connectBinanceSpot } from './snippets/binance-spot.ts';

/**
 * `npm run clients`: two ccxt bots trade for a minute while the server is killed three times; then @binance/spot follows a book under load for ten minutes,
 * compared each second with REST; then every client of the page trades for ten minutes at once, in its own language, and its views are compared with REST.
 * `-- --bots 60 --book 600 --clients 600` sets the seconds, 0 leaves a part out; words choose clients by parts of their names. The page's table of
 * clients is written from what it saw. Exits with code 1 if a view differed.
 */
const { values, positionals } = parseArgs({
  options: {
    bots: { type: 'string', default: '60' },
    book: { type: 'string', default: '600' },
    clients: { type: 'string', default: '600' },
  },
  allowPositionals: true,
});
const [botSeconds, bookSeconds, clientSeconds] = [Number(values.bots), Number(values.book), Number(values.clients)];
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

type Environment = Readonly<Record<string, string>>;
const settingsOf = (environment: Environment) => ({ ...fuzzEnvironment, MODE: 'demo', PORT: '0', ...environment });

async function follow(environment: Environment): Promise<readonly string[]> {
  const server = await startServer(settingsOf(environment));
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

async function trade(environment: Environment): Promise<readonly string[]> {
  const server = await startServer(settingsOf({ ...environment }));
  const isChosen = (name: string): boolean =>
    positionals.length === 0 || positionals.some((word) => name.includes(word));
  const clients = foreignClients.filter(({ name }) => isChosen(name));
  const runs = await runClients({ url: server.url, clients, seconds: clientSeconds, say });
  await server.stop();
  for (const { client, orders, fills, comparisons, refusal } of runs)
    say(`${client.name}: ${orders} orders, ${fills} filled, refused with ${refusal}, ${comparisons} times as REST`);
  writeRecord(runs, new Date().toISOString().slice(0, 10));
  writeFileSync(pagePath, withClients(readFileSync(pagePath, 'utf8')));
  return runs.flatMap(({ client, wrongs }) => wrongs.map((wrong) => `${client.name}: ${wrong}`));
}

async function runTheBots(environment: Environment): Promise<readonly string[]> {
  const { orders, trades, failures, wrongs } = await runBots({ environment, seconds: botSeconds, kills: 3 });
  say(`bots: ${orders} orders, ${trades} trades, ${failures} failed calls while the server was away`);
  return wrongs;
}

const dataDir = await mkdtemp(join(tmpdir(), 'fft-clients-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, fast: true });
try {
  const environment = { DATABASE_URL: postgres.url, DATA_DIR: dataDir };
  const all = [
    ...(botSeconds > 0 ? await runTheBots(environment) : []),
    ...(bookSeconds > 0 ? await follow(environment) : []),
    ...(clientSeconds > 0 ? await trade(environment) : []),
  ];
  for (const wrong of all) say(wrong.slice(0, 1_000));
  say(all.length === 0 ? 'Nothing differed.' : `${all.length} differences`);
  process.exitCode = all.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
