import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { sendNextBatch } from './broadcasts.ts';

const many = 100_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`
    insert into customers (email, password_hash, lang, up_color, created)
    select n || '@many.example', '', 'zh', 'green', 1 from generate_series(1, ${many}::int) as n`.execute(database.db);
});
afterAll(() => database.close());

const words = { title_zh: '一', title_en: 'One', summary_zh: '', summary_en: '', html_zh: '', html_en: '' };
const unused = () => {
  throw new Error('no filter is expected');
};
const conditions = { identity: unused, tier: unused };
const broadcast = () => database.db.selectFrom('broadcasts').selectAll().executeTakeFirstOrThrow();

async function rows(): Promise<{ all: number; customers: number }> {
  const { rows: found } = await sql<{ all: number; customers: number }>`
    select count(*) as all, count(distinct customer) as customers from messages`.execute(database.db);
  return found[0] ?? { all: 0, customers: 0 };
}

test('after a crash during a broadcast to 100,000, two concurrent processes deliver it to each customer once', async () => {
  const all = { operator: 'one', created: 2, due: 2, customers: null, lang: null, identity: null, tier: null };
  await database.db
    .insertInto('broadcasts')
    .values({ ...all, ...words })
    .execute();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../testing/sending-process.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: database.url,
    },
    stdio: 'inherit',
  });
  const exited = once(child, 'exit');
  await expect.poll(async () => (await broadcast()).sent, { timeout: 20_000, interval: 5 }).toBeGreaterThan(2_000);
  child.kill('SIGKILL');
  await exited;
  // The killed process's connection has finished its last write by now.
  await database.db
    .transaction()
    .execute((transaction) => transaction.selectFrom('broadcasts').select('id').forUpdate().execute());
  const left = await broadcast();
  expect(left).toMatchObject({ state: 'sending', recipients: many });
  expect(left.sent).toBeLessThan(many);
  expect(await rows()).toEqual({ all: left.sent, customers: left.sent });
  const goOn = async (): Promise<void> => {
    while ((await broadcast()).state === 'sending')
      await sendNextBatch({ db: database.db, conditions, now: () => 3, atOnce: 5_000 });
  };
  await Promise.all([goOn(), goOn()]);
  expect(await broadcast()).toMatchObject({ state: 'done', sent: many, recipients: many, finished: 3 });
  expect(await rows()).toEqual({ all: many, customers: many });
}, 60_000);
