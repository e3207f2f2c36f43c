import { calls } from '@fft/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../testing/test-exchange.ts';
import { createInbox, maxMessages } from './inbox.ts';

let exchange: TestExchange;
let anna: TestCustomer;
let bob: TestCustomer;

beforeAll(async () => {
  exchange = await startTestExchange();
  [anna, bob] = [await exchange.register('anna'), await exchange.register('bob')];
});
afterAll(() => exchange.stop());

const both = (text: string) => ({ zh: text, en: text });
const send = (who: TestCustomer, title: string) =>
  createInbox(Date.now).send(exchange.database.db, Number(who.id), {
    title: both(title),
    paragraphs: { zh: [title], en: [title] },
  });
const countOf = async (who: TestCustomer) =>
  (
    await sql<{ count: number }>`select count(*) as count from messages where customer = ${who.id}`.execute(
      exchange.database.db,
    )
  ).rows[0]?.count;

async function fill(who: TestCustomer, count: number, read: boolean, from = 1000): Promise<void> {
  await sql`
    insert into messages (customer, time, title_zh, title_en, summary_zh, summary_en, html_zh, html_en, read)
    select ${who.id}, ${from}::bigint + n, 't', 'filled', '', '', '', '', ${read} from generate_series(1, ${count}::int) n`.execute(
    exchange.database.db,
  );
}

/** Rows that the executed plan of a query touched in any node. */
function rowsTouched(plan: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return Math.max(own, ...(plan.Plans ?? []).map(rowsTouched));
}

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

test('an inbox keeps its latest messages: read ones make room first, unread ones at twice as many', async () => {
  await fill(anna, 3 * maxMessages, false);
  await send(anna, 'unread');
  expect(await countOf(anna)).toBe(2 * maxMessages);
  await anna.call(calls.content.markAllRead, {});
  await send(anna, 'newest');
  expect(await countOf(anna)).toBe(maxMessages);
  const { items } = await anna.call(calls.content.list, { kind: 'account', limit: 2 });
  expect(items.map(({ title, read }) => [title, read])).toEqual([
    ['newest', false],
    ['unread', true],
  ]);
});

test('unread messages are counted up to a hundred', async () => {
  await fill(bob, 98, false);
  await bob.call(calls.content.markAllRead, {});
  const later = Date.now() + 60_000;
  await fill(bob, 99, false, later);
  expect(await bob.call(calls.content.unread, {})).toEqual({ count: 99 });
  await fill(bob, 900, false, later);
  expect(await bob.call(calls.content.unread, {})).toEqual({ count: 100 });
});

test('a page, a message and the count read a bounded part of what one inbox, or another one, has', async () => {
  const { db } = exchange.database;
  const li = await exchange.register('li');
  await fill(anna, 20_000, true);
  await sql`analyze messages`.execute(db);
  const seen: { readonly text: string; readonly rows: number }[] = [];
  const client = await exchange.database.pool.connect();
  try {
    for (const who of [anna, li]) {
      for (const text of await queriesOf(who)) {
        const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
          `explain (analyze, format json) ${text}`,
        );
        const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? expect.unreachable('a query has a plan');
        seen.push({ text, rows: rowsTouched(plan) });
      }
    }
  } finally {
    client.release();
  }
  expect(seen).toHaveLength(6);
  expect(seen.filter(({ rows }) => rows >= 300)).toEqual([]);
});

/** The inbox's own queries with their values, as PostgreSQL gets them. */
async function queriesOf(who: TestCustomer): Promise<readonly string[]> {
  const texts: string[] = [];
  const { createMessages } = await import('./messages.ts');
  const { db } = exchange.database;
  const recording = db.withPlugin({
    transformQuery: ({ node }) => {
      const { sql: text, parameters } = db.getExecutor().compileQuery(node, { queryId: 'recorded' });
      texts.push(
        text.replaceAll(/\$(\d+)/g, (_all, at: string) => {
          const value = parameters[Number(at) - 1];
          return typeof value === 'string' ? `'${value}'` : String(value);
        }),
      );
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const messages = createMessages({ db: recording, lists: recording, now: Date.now });
  const customer = Number(who.id);
  await messages.list({ customer, kind: undefined, after: null, limit: 20, lang: 'en' });
  await messages.unread(customer);
  await messages.find(customer, 'account-1', 'en');
  return texts;
}
