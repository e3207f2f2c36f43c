import { readFileSync } from 'node:fs';
import { makeKey } from '../../fuzz/signatures/make-keys.ts';
import { pagePath } from '../page.ts';
import { createLoad } from '../load.ts';
import { newTrader } from '../run-bots.ts';
import type { ClientRun, Outcome } from './client-run.ts';
import type { ForeignClient } from './clients.ts';
import { Driver } from './driver.ts';
import { snippetsOf } from './page-snippets.ts';
import { prepare, type Prepared } from './prepare.ts';
import { price, tradeTogether } from './trade.ts';

export interface ClientsOptions {
  readonly url: string;
  readonly clients: readonly ForeignClient[];
  readonly seconds: number;
  readonly say: (line: string) => void;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface Started {
  readonly client: ForeignClient;
  readonly driver: Driver;
  /** By which the harness reads what the client traded. */
  readonly key: { readonly id: string; readonly secret: string };
}

/** Installs these clients, and lets them trade at an exchange at the same time. */
export async function runClients({ url, clients, seconds, say }: ClientsOptions): Promise<readonly ClientRun[]> {
  const snippets = snippetsOf(readFileSync(pagePath, 'utf8'));
  const runs: ClientRun[] = [];
  const attempt = async <T>(client: ForeignClient, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      say(`${client.name} did not start: ${messageOf(error)}`);
      const nothing = { orders: 0, fills: 0, refusal: '', comparisons: 0, seconds: 0 };
      runs.push({ client, ...nothing, wrongs: [`did not start: ${messageOf(error)}`] });
      return null;
    }
  };
  const prepared: { readonly client: ForeignClient; readonly command: Prepared }[] = [];
  for (const client of clients) {
    const command = await attempt(client, () => prepare(client, snippets, url));
    if (command) prepared.push({ client, command });
  }
  const others = [(await newTrader(url, 'carl')).client, (await newTrader(url, 'dora')).client] as const;
  const load = createLoad(others, 'BTC/USDT', price);
  // Some clients begin a book with the first change that they hear of.
  const begun = new AbortController();
  const trading = load.run(begun.signal);
  const started: Started[] = [];
  for (const [index, { client, command }] of prepared.entries()) {
    const own = await attempt(client, () => start(url, { client, command, name: `client${index}` }));
    if (own) started.push(own);
    if (own) say(`${client.name} is connected`);
  }
  begun.abort();
  await trading;
  const participants = started.map(({ client, driver, key }) => ({ name: client.name, driver, key }));
  const outcomes = participants.length === 0 ? [] : await tradeTogether({ url, participants, load, seconds });
  for (const { driver } of started) await driver.stop();
  const traded = started.map(({ client }, index) => ({ client, ...(outcomes[index] as Outcome) }));
  return [...runs, ...traded];
}

interface Starting {
  readonly client: ForeignClient;
  readonly command: Prepared;
  readonly name: string;
}

async function start(url: string, { client, command, name }: Starting): Promise<Started> {
  const trader = await newTrader(url, name, client.key);
  const isHmac = trader.key.kind === 'hmac';
  const env = {
    FFT_URL: url,
    FFT_KEY: trader.key.id,
    FFT_SECRET: isHmac ? trader.key.secret : '',
    FFT_PRIVATE_KEY: isHmac ? '' : trader.key.secret,
  };
  const key = isHmac ? trader.key : await makeKey(url, trader.client, name, 'hmac');
  return { client, key, driver: await Driver.start({ ...command, env }) };
}
