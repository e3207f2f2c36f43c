import { setTimeout as delay } from 'node:timers/promises';
import { signText } from '../../test-api-key.ts';
import type { Load } from '../load.ts';
import type { Outcome } from './client-run.ts';
import type { Driver } from './driver.ts';

/** A client at work: its driver, and the key by which the harness reads the same account over REST. */
export interface Participant {
  readonly name: string;
  readonly driver: Driver;
  readonly key: { readonly id: string; readonly secret: string };
}

export interface Trading {
  readonly url: string;
  readonly participants: readonly Participant[];
  /** Customers who trade around them. */
  readonly load: Load;
  readonly seconds: number;
}

/** Around which all trade. */
export const price = 50_000;
const roundMs = 3_000;
/** How long a client may take to hear what REST shows. */
const settleMs = 15_000;
const levels = 20;

type Numbers = readonly (readonly number[])[];

interface View {
  readonly bids: Numbers;
  readonly asks: Numbers;
}

/** Lets clients trade in one market beside others. After each round the market pauses, until the views of each client are those of REST. */
export async function tradeTogether({ url, participants, load, seconds }: Trading): Promise<readonly Outcome[]> {
  const nothing = { orders: 0, fills: 0, refusal: '', comparisons: 0, seconds: 0 };
  const outcomes = participants.map((): Outcome => ({ ...nothing, wrongs: [] }));
  const placed = participants.map(() => new Set<string>());
  const begun = performance.now();
  const until = begun + seconds * 1_000;
  for (let round = 0; round < 2 || performance.now() < until; round++) {
    const ended = new AbortController();
    const trading = load.run(ended.signal);
    const acts = participants.map((each, index) =>
      act(each, { round, placed: placed[index] as Set<string>, outcome: outcomes[index] as Outcome }),
    );
    await Promise.all([delay(roundMs), ...acts]);
    ended.abort();
    await trading;
    const compared = participants.map((each, index) =>
      compare(url, each, { placed: placed[index] as Set<string>, outcome: outcomes[index] as Outcome }),
    );
    const traded = outcomes.filter(({ wrongs }) => wrongs.length === 0);
    await Promise.all(compared);
    for (const outcome of traded) outcome.seconds = Math.round((performance.now() - begun) / 1_000);
    if (outcomes.every(({ wrongs }) => wrongs.length > 0)) break;
  }
  return outcomes;
}

interface Turn {
  readonly placed: Set<string>;
  readonly outcome: Outcome;
}

/** What each client does in a round: it rests, takes, cancels, and is refused. */
async function act({ name, driver }: Participant, turn: Turn & { readonly round: number }): Promise<void> {
  const { round, placed, outcome } = turn;
  if (outcome.wrongs.length > 0) return;
  const idOf = (kind: string, of = round): string => `${name.replaceAll(/\W/g, '').slice(0, 16)}-${kind}-${of}`;
  const place = async (kind: string, order: Readonly<Record<string, string>>): Promise<void> => {
    // A client that names its orders itself says how.
    const { name: own } = await driver.ask('place', { id: idOf(kind), ...order });
    placed.add(typeof own === 'string' ? own : idOf(kind));
    outcome.orders += 1;
  };
  try {
    await place('rest', { side: 'BUY', price: String(45_000 + round), quantity: '0.001' });
    const buys = round % 2 === 0;
    const at = String(buys ? price + 400 : price - 400);
    await place('take', { side: buys ? 'BUY' : 'SELL', price: at, quantity: '0.0004' });
    if (round > 0) await driver.ask('cancel', { id: idOf('rest', round - 1) });
    if (outcome.refusal === '') {
      const { code } = await driver.ask('refuse', {
        id: idOf('refused'),
        side: 'BUY',
        price: '20000',
        quantity: '0.001',
      });
      outcome.refusal = String(code);
      // ccxt keeps the words of some refusals, not their code.
      if (!/-1013|Filter failure/.test(outcome.refusal))
        outcome.wrongs.push(`a refused order ends with ${outcome.refusal}`);
    }
  } catch (error) {
    outcome.wrongs.push(`round ${round}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Compares a client's book, orders and candle with REST, until they are the same. */
async function compare(url: string, each: Participant, { placed, outcome }: Turn): Promise<void> {
  if (outcome.wrongs.length > 0) return;
  const until = performance.now() + settleMs;
  for (;;) {
    try {
      const differences = await differencesOf(url, each, { placed, outcome });
      if (differences.length === 0) break;
      if (performance.now() > until) {
        outcome.wrongs.push(...differences);
        return;
      }
    } catch (error) {
      outcome.wrongs.push(error instanceof Error ? error.message : String(error));
      return;
    }
    await delay(200);
  }
  outcome.comparisons += 1;
}

async function differencesOf(url: string, { driver, key }: Participant, turn: Turn): Promise<readonly string[]> {
  const [book, orders, candle] = [await driver.ask('book'), await driver.ask('orders'), await driver.ask('candle')];
  return [
    ...(book['none'] === true
      ? []
      : bookDifferences(viewOf(book), viewOf(await read(url, '/api/v3/depth?symbol=BTCUSDT&limit=20')))),
    ...(await orderDifferences(url, key, orders, turn)),
    ...(candle['none'] === true ? [] : await candleDifferences(url, candle)),
  ];
}

async function read(url: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const response = await fetch(`${url}${path}`, { headers });
  if (!response.ok) throw new Error(`${path} answers ${await response.text()}`);
  return response.json();
}

function viewOf(given: unknown): View {
  const { bids, asks } = given as Readonly<Record<'bids' | 'asks', readonly (readonly unknown[])[]>>;
  const side = (rows: readonly (readonly unknown[])[]): Numbers =>
    rows.slice(0, levels).map(([at, quantity]) => [Number(at), Number(quantity)]);
  return { bids: side(bids), asks: side(asks) };
}

function bookDifferences(mine: View, rest: View): readonly string[] {
  const [one, other] = [JSON.stringify(mine), JSON.stringify(rest)];
  return one === other ? [] : [`the client's book is ${one}, REST's ${other}`];
}

interface RestOrder {
  readonly clientOrderId: string;
  readonly status: string;
  readonly executedQty: string;
}

async function orderDifferences(
  url: string,
  { id, secret }: Participant['key'],
  given: Readonly<Record<string, unknown>>,
  { placed, outcome }: Turn,
): Promise<readonly string[]> {
  const query = signText(secret, 'symbol=BTCUSDT&limit=1000');
  const rest = (await read(url, `/api/v3/allOrders?${query}`, { 'x-mbx-apikey': id })) as readonly RestOrder[];
  const known = new Map(rest.map((order) => [order.clientOrderId, order]));
  outcome.fills = rest.filter(({ executedQty }) => Number(executedQty) > 0).length;
  const mine = given['orders'] as Readonly<Record<string, readonly [status: string, filled: unknown]>>;
  return [...placed].flatMap((name) => {
    const order = known.get(name);
    const wanted = order && `${order.status} ${Number(order.executedQty)}`;
    const [status, filled] = mine[name] ?? ['unknown', 0];
    const seen = `${status} ${Number(filled)}`;
    return seen === wanted ? [] : [`order ${name} is ${seen} for the client, and ${wanted} by REST`];
  });
}

async function candleDifferences(url: string, given: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const mine = (given['candle'] as readonly unknown[] | null)?.slice(0, 6).map(Number) ?? [];
  const rows = (await read(url, '/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=5')) as readonly unknown[][];
  const row = rows
    .find(([time]) => time === mine[0])
    ?.slice(0, 6)
    .map(Number);
  if (row === undefined) return [`the client's candle ${JSON.stringify(mine)} is none of REST's`];
  return JSON.stringify(mine) === JSON.stringify(row)
    ? []
    : [`the client's candle is ${mine.join()}, REST's ${row.join()}`];
}
