import { calls, streamCalls, streamRequest } from '@fft/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSessionMethods, type SessionMethodsOptions } from '../../src/binance/ws-api/session-methods.ts';
import { binanceTable, nameOf } from '../binance-table.ts';
import { testLimits } from '../test-accounts.ts';
import { createTestKey } from '../test-api-key.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../test-exchange.ts';
import { binanceCalls } from './binance-calls.ts';
import { writeLongPast } from './long-past.ts';
import { nativeCalls, questionsOf, type Question } from './measure.ts';
import { acts, readingActs, reads, type Known } from './native-calls.ts';
import { nativeOps, sessionMethods } from './socket-calls.ts';
import { costOf, StatementRecorder, type StatementCost } from './statement-cost.ts';

/** Rows of each kind that one customer has. */
const rows = Number(process.env['CALL_BOUNDS_ROWS'] ?? 200_000);
const nothing: Known = { order: '', recurring: '', message: '', now: 0 };

describe('every call is listed', () => {
  test('of our own API: as one that reads, one that acts and reads, or one that acts', () => {
    const listed = [...Object.keys(reads(nothing)), ...Object.keys(readingActs(nothing)), ...Object.keys(acts)];
    expect(listed.toSorted()).toEqual([...nativeCalls().keys()].toSorted());
  });

  test('of the Binance-compatible door', () => {
    expect(Object.keys(binanceCalls(0)).toSorted()).toEqual(binanceTable().map(nameOf).toSorted());
  });

  test('of sockets, beside what they share with these', () => {
    const ops = streamRequest()._zod.def.options.map(({ shape }) => shape.op.def.values[0] ?? '');
    expect(Object.keys(nativeOps).toSorted()).toEqual([...ops, ...Object.keys(streamCalls), 'createMany'].toSorted());
    // No method runs.
    const methods = createSessionMethods({} as SessionMethodsOptions);
    expect(Object.keys(sessionMethods).toSorted()).toEqual([...methods.keys()].toSorted());
  });
});

/** What a call of a weight may cost: rows that PostgreSQL looks at, its pages of 8 KiB, and bytes of the answer. */
const bounds = (weight: number) => ({
  rows: 500 + 250 * weight,
  pages: 1_000 + 500 * weight,
  bytes: 65_536 + 22_528 * weight,
});

const kinds = ['rows', 'pages', 'bytes'] as const;

function isWithin(cost: Measured): boolean {
  return kinds.every((kind) => cost[kind] <= bounds(cost.weight)[kind]);
}

interface Measured extends StatementCost {
  /** The call's own, or what the door charged: a long search pays for its parts. */
  readonly weight: number;
  readonly bytes: number;
  /** Shown, and never judged: machines differ. */
  readonly ms: number;
  readonly status: number;
  readonly code: unknown;
}

describe('with a year of the market’s and 200,000 rows of each kind of the customer’s own', () => {
  let exchange: TestExchange;
  let customer: TestCustomer;
  let recorder: StatementRecorder;
  let client: pg.Client;
  let questions: readonly Question[];
  const measured = new Map<Question, Measured>();
  /** The weight that this address has used at the Binance-compatible door, and the minute for which it is counted. */
  let usedBefore = { weight: 0, minute: 0 };

  beforeAll(async () => {
    recorder = new StatementRecorder();
    exchange = await startTestExchange({}, Date.now, testLimits);
    customer = await exchange.register('long');
    const key = await createTestKey(exchange, { customer, name: 'long' }, { rights: 'read,trade' });
    for (const [coin, amount] of [
      ['USDT', '9000'],
      ['BTC', '0.1'],
    ] as const) {
      await customer.call(calls.demo.faucet, { requestId: `fund-${coin}`, coin, amount });
    }
    const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '100', quantity: '0.1' } as const;
    const placed = await customer.call(calls.trade.create, { ...order, clientOrderId: 'open' });
    await exchange.stopServer();
    const now = Date.now();
    await writeLongPast(exchange.database.pool, { customer: Number(customer.id), now, rows });
    await exchange.startServer();
    await exchange.stopJobs();
    client = new pg.Client({ connectionString: exchange.database.url });
    await client.connect();
    const { rows: own } = await client.query<{ recurring: string; message: string }>(
      `select (select max(id)::text from order_schedules where kind = 'recurring') as recurring, (select max(id)::text from messages) as message`,
    );
    const { recurring = '', message = '' } = own[0] ?? {};
    const known: Known = { order: placed.id, recurring, message: `account-${message}`, now };
    questions = questionsOf({ token: customer.token, key, known });
    await measureAll();
  }, 300_000);
  afterAll(async () => {
    recorder.stop();
    await client?.end();
    await exchange.stop();
  });

  async function measureAll(): Promise<void> {
    // What the process sends by itself as it starts and while it runs is nobody's question.
    await exchange.anonymous.call(calls.market.time, {});
    const own = new Set(recorder.take().map(({ text }) => text));
    for (const question of questions) {
      let cost = await measure(question, own);
      // Rows of an earlier act may be written beside it, and a minute that ends during a long search hides a part of what was charged: asked again, a question costs the same.
      for (let again = 0; again < 3 && question.isRead && !isWithin(cost); again += 1) {
        const other = await measure(question, own);
        if (isWithin(other) || other.rows < cost.rows) cost = other;
      }
      measured.set(question, cost);
    }
    if (process.env['CALL_BOUNDS_SHOWN'] !== undefined) show();
  }

  async function measure({ request, weight }: Question, own: ReadonlySet<string>): Promise<Measured> {
    const { path, init } = request();
    recorder.take();
    const begun = performance.now();
    const response = await fetch(`${exchange.url}${path}`, init);
    const body = await response.text();
    const ms = performance.now() - begun;
    const sent = recorder.take().filter(({ text }) => !own.has(text));
    const { code } = body.startsWith('{') ? (JSON.parse(body) as { code?: unknown }) : { code: undefined };
    const used = Number(response.headers.get('x-mbx-used-weight-1m') ?? usedBefore.weight);
    const minute = Math.floor(Date.now() / 60_000);
    // The count begins anew each minute.
    const charged = minute !== usedBefore.minute || used < usedBefore.weight ? used : used - usedBefore.weight;
    usedBefore = { weight: used, minute };
    return {
      ...(await costOf(client, sent)),
      weight: Math.max(weight, charged),
      ms,
      bytes: body.length,
      status: response.status,
      code,
    };
  }

  /** Prints the table of `docs/call-costs.md`: the calls that read rows. */
  function show(): void {
    process.stdout.write(
      '| call | asked | rows | pages | bytes | weight | ms |\n| --- | --- | --- | --- | --- | --- | --- |\n',
    );
    for (const [{ name, inputs }, { rows: looked, pages, bytes, weight, ms }] of measured) {
      if (looked === 0) continue;
      const asked = Object.entries(inputs).map(([field, value]) => `${field} ${value}`);
      const cells = [name, asked.join(', '), Math.round(looked), pages, bytes, weight, Math.round(ms)];
      process.stdout.write(`| ${cells.join(' | ')} |\n`);
    }
  }

  test('no call costs more than its weight pays for', () => {
    const beyond = [...measured].flatMap(([{ name, inputs }, cost]) => {
      const { weight } = cost;
      const most = bounds(weight);
      const over = kinds.filter((kind) => cost[kind] > most[kind]);
      return over.map(
        (kind) => `${name} ${JSON.stringify(inputs)}: ${cost[kind]} ${kind}, weight ${weight} pays for ${most[kind]}`,
      );
    });
    expect(beyond).toEqual([]);
  });

  test('no question is our own failure', () => {
    const failed = [...measured].filter(([, { status, code }]) => status >= 500 || code === 500);
    expect(failed.map(([{ name, inputs }]) => [name, inputs])).toEqual([]);
  });
});
