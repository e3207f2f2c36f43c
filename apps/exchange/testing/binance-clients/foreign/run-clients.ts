import { readFileSync } from 'node:fs';
import { makeKey } from '../../fuzz/signatures/make-keys.ts';
import { pagePath } from '../page.ts';
import { newTrader } from '../run-bots.ts';
import type { ForeignClient } from './clients.ts';
import { Driver } from './driver.ts';
import { snippetsOf } from './page-snippets.ts';
import { prepare } from './prepare.ts';
import { tradeTogether, type ClientRun, type Outcome } from './trade.ts';

export interface ClientsOptions {
  readonly url: string;
  readonly clients: readonly ForeignClient[];
  readonly seconds: number;
  readonly say: (line: string) => void;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Installs these clients, and lets them trade at an exchange at the same time. */
export async function runClients({ url, clients, seconds, say }: ClientsOptions): Promise<readonly ClientRun[]> {
  const snippets = snippetsOf(readFileSync(pagePath, 'utf8'));
  const started: {
    readonly client: ForeignClient;
    readonly driver: Driver;
    readonly key: { id: string; secret: string };
  }[] = [];
  const runs: ClientRun[] = [];
  for (const [index, client] of clients.entries()) {
    try {
      const prepared = await prepare(client, snippets, url);
      const trader = await newTrader(url, `client${index}`, client.key);
      // The harness reads what the client traded with a key of its own.
      const own = client.key === 'ed25519' ? await makeKey(url, trader.client, `client${index}`, 'hmac') : trader.key;
      const env = {
        FFT_URL: url,
        FFT_KEY: trader.key.id,
        FFT_SECRET: trader.key.kind === 'hmac' ? trader.key.secret : '',
        FFT_PRIVATE_KEY: trader.key.kind === 'ed25519' ? trader.key.secret : '',
      };
      started.push({ client, key: own, driver: await Driver.start({ ...prepared, env }) });
      say(`${client.name} is connected`);
    } catch (error) {
      say(`${client.name} did not start: ${messageOf(error)}`);
      const nothing = { orders: 0, fills: 0, refusal: '', comparisons: 0 };
      runs.push({ client, seconds: 0, ...nothing, wrongs: [`did not start: ${messageOf(error)}`] });
    }
  }
  const others = [(await newTrader(url, 'carl')).client, (await newTrader(url, 'dora')).client] as const;
  const participants = started.map(({ client, driver, key }) => ({ name: client.name, driver, key }));
  const outcomes = participants.length === 0 ? [] : await tradeTogether({ url, participants, others, seconds });
  for (const { driver } of started) await driver.stop();
  for (const [index, { client }] of started.entries()) runs.push({ client, seconds, ...(outcomes[index] as Outcome) });
  return runs;
}
