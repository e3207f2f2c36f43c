import { Code } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../src/database/tables.ts';
import { judge } from './judge.ts';
import { openOddMarkets } from './odd-markets.ts';
import { createPeople } from './people.ts';
import { makeRequest, type FuzzRequest } from './requests.ts';
import { createSender, type FuzzSender } from './send.ts';
import { createWorld, learn, type World } from './world.ts';

export interface FuzzOptions {
  readonly url: string;
  readonly consoleUrl: string;
  readonly db: Kysely<Tables>;
  readonly seed: number;
  /** Number of the first request. */
  readonly from?: number;
  readonly count: number;
  readonly customers: number;
  readonly connections: number;
  readonly onProgress?: (done: number) => void;
}

export interface FuzzResult {
  readonly sent: number;
  /** Counts of body codes, and of `HTTP …` for answers of the transport itself. */
  readonly answers: ReadonlyMap<string, number>;
  /** Paths of calls that succeeded at least once. */
  readonly succeeded: ReadonlySet<string>;
  readonly wrongs: readonly string[];
}

/** Settings of the server: rate limits and required identities stop no request. */
export const fuzzEnvironment = {
  MAKER: 'off',
  DEMO_CHAIN: 'off',
  // The fuzz opens markets with odd ticks there.
  CONSOLE_PORT: '0',
  DEMO_OPERATORS: 'on',
  ORDERS_PER_10S: '1000000',
  REQUESTS_PER_10S: '0',
  SOCKETS_PER_ADDRESS: '0',
  SOCKETS_PER_CUSTOMER: '0',
  CONNECTIONS_PER_ADDRESS: '0',
  WEIGHT_PER_10S: '0',
  CODES_PER_HOUR: '0',
  TRUSTED_PROXIES: '127.0.0.1',
  // The server offers passkeys only with it.
  PUBLIC_URL: 'http://localhost:8080',
  // An empty list.
  IDENTITY_REQUIRED_FOR: ',',
} as const;

/** Renews the customers after this many requests. */
const chunk = 250;
const wrongsShown = 20;

/** Sends the requests of this seed's run from number `from` on, and judges every answer. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { url, consoleUrl, db, seed, from = 0, count, connections, onProgress } = options;
  await openOddMarkets(consoleUrl);
  const people = createPeople({ url, db });
  const world = createWorld();
  world.customers = await Promise.all(
    Array.from({ length: options.customers }, (_, index) => people.make(`customer${index}`)),
  );
  const sender = createSender(url, connections);
  const tally: Tally = { world, sender, answers: new Map(), succeeded: new Set(), wrongs: [] };
  try {
    for (let start = from; start < from + count && tally.wrongs.length < wrongsShown; start += chunk) {
      const end = Math.min(start + chunk, from + count);
      let next = start;
      const work = async (): Promise<void> => {
        while (next < end) await tryOne(tally, makeRequest(seed, next++, world));
      };
      await Promise.all(Array.from({ length: connections }, work));
      await people.renew(world);
      onProgress?.(end - from);
    }
  } finally {
    sender.close();
  }
  const sent = [...tally.answers.values()].reduce((sum, times) => sum + times, 0);
  return { sent, answers: tally.answers, succeeded: tally.succeeded, wrongs: tally.wrongs };
}

interface Tally {
  readonly world: World;
  readonly sender: FuzzSender;
  readonly answers: Map<string, number>;
  readonly succeeded: Set<string>;
  readonly wrongs: string[];
}

async function tryOne({ world, sender, answers, succeeded, wrongs }: Tally, fuzzed: FuzzRequest): Promise<void> {
  const count = (name: string): unknown => answers.set(name, (answers.get(name) ?? 0) + 1);
  try {
    const judgement = judge(fuzzed, await sender.send(fuzzed));
    if (judgement.wrong !== null) {
      count('wrong');
      wrongs.push(`${judgement.wrong}\n${describe(fuzzed)}`);
      return;
    }
    const { status, code, data } = judgement;
    const name = status === 200 ? String(code) : `HTTP ${status}`;
    count(code === Code.unavailable ? `${name} ${fuzzed.call.path}` : name);
    if (code !== 200) return;
    succeeded.add(`${fuzzed.call.method} ${fuzzed.call.path}`);
    learn(world, data);
  } catch (error) {
    count('unanswered');
    wrongs.push(`${String(error)}\n${describe(fuzzed)}`);
  }
}

/** Formats a request so that it can be sent again by hand. */
function describe({ index, method, path, headers, body }: FuzzRequest): string {
  const head = Object.entries(headers).map(([name, value]) => `  ${name}: ${value.slice(0, 200)}`);
  const shown = body === null ? [] : [`  ${JSON.stringify(body.toString('latin1').slice(0, 2000))}`];
  return [`  request ${index}: ${method} ${path.slice(0, 2000)}`, ...head, ...shown].join('\n');
}
