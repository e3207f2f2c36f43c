import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient, type Client } from '@fft/client';
import { type CallInput, calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archived } from '../../../../testing/archived.ts';
import { startTestExchange, type TestExchange } from '../../../../testing/test-exchange.ts';
import { waitFor } from '../../../../testing/wait-for.ts';

const dayMs = 86_400_000;
let exchange: TestExchange;
let folder: string;
let laterMs = 0;
let anna: Client;
let li: Client;
let orders = 0;
/** Anna's statement while all of it was in the tables. */
let whole = '';

/** Trades of a hundred days ago, of which those that no quiet market needs are in the archive, and a trade of today. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-archive-'));
  exchange = await startTestExchange(
    { BOOKS_CHECK_SECONDS: '0', ARCHIVE_URL: pathToFileURL(folder).href, ARCHIVE_AFTER_MONTHS: '1' },
    () => Date.now() + laterMs,
  );
  await exchange.database.pool.query(`
    alter table orders detach partition orders_first;
    create table orders_100 (like orders_first including all);
    alter table orders attach partition orders_first for values from (minvalue) to (100);
    alter table orders attach partition orders_100 for values from (100) to (1000000)`);
  await exchange.register('anna');
  await exchange.register('li');
  await logIn();
  await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  await li.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '90000' });
  for (let trade = 0; trade < 80; trade += 1) await tradeOnce();
  laterMs = 100 * dayMs;
  await logIn();
  await tradeOnce();
  whole = await tablesFile();
  await archived(exchange, folder, Date.now() + laterMs);
});
afterAll(async () => {
  await exchange.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A session ends before a hundred days do. */
async function logIn(): Promise<void> {
  const [one, other] = await Promise.all(
    ['anna', 'li'].map(async (name) => {
      const login = { email: `${name}@test.example`, password: `the password of ${name}` };
      const { token } = await exchange.anonymous.call(calls.auth.login, login);
      return createClient({ baseUrl: exchange.url, token: () => token, lang: () => 'en' });
    }),
  );
  if (!one || !other) throw new Error('nobody logged in');
  [anna, li] = [one, other];
}

async function tradeOnce(): Promise<void> {
  for (const [who, side] of [
    [anna, 'sell'],
    [li, 'buy'],
  ] as const) {
    await who.call(calls.trade.create, {
      clientOrderId: `e${++orders}`,
      symbol: 'BTC/USDT',
      type: 'limit',
      side,
      price: '97000',
      quantity: '0.001',
    });
  }
}

async function tablesFile(): Promise<string> {
  const { csv, next, isArchived } = await anna.call(calls.assets.statementFile, { account: 'coin' });
  expect([next, isArchived]).toEqual([null, false]);
  return csv;
}

type Wanted = CallInput<typeof calls.assets.startExport>;

async function ended(input: Wanted, who = anna) {
  const { id } = await who.call(calls.assets.startExport, input);
  return waitFor(async () => {
    // A failed attempt is repeated by a later run.
    exchange.wake('funds.statementExports');
    const found = await who.call(calls.assets.exportState, { id });
    if (found.state !== 'done' && found.state !== 'failed') throw new Error(`the export is ${found.state}`);
    return found;
  });
}

async function fileOf({ id, parts }: { readonly id: string; readonly parts: number }): Promise<string> {
  const texts = Array.from({ length: parts }, (_, part) => anna.call(calls.assets.exportPart, { id, part }));
  return (await Promise.all(texts)).map(({ csv }) => csv).join('');
}

test('an export has every line that the tables had before a part of them was archived', async () => {
  const inTables = await anna.call(calls.assets.statementFile, { account: 'coin' });
  expect(inTables.isArchived).toBe(true);
  expect(inTables.csv.length).toBeLessThan(whole.length);
  const done = await ended({ account: 'coin' });
  expect(done).toMatchObject({ state: 'done', progress: 100, lines: 81 * 3 + 1, parts: 1 });
  expect(await fileOf(done)).toBe(whole);
});

test('an export keeps to the coin, the type and the times', async () => {
  const [heading = '', ...lines] = whole.split('\r\n');
  const trades = lines.filter((line) => line.includes(',BTC,Trade,'));
  expect(trades.length).toBe(81);
  const done = await ended({ account: 'coin', coin: 'BTC', type: 'trade', to: Date.now() + 50 * dayMs });
  expect(await fileOf(done)).toBe([heading, ...trades.slice(1), ''].join('\r\n'));
  const fiat = await ended({ account: 'fiat' });
  expect(await fileOf(fiat)).toBe(`${heading}\r\n`);
});

test('the same request returns the same export, and no other customer can read it', async () => {
  const first = await ended({ account: 'coin' });
  expect(await anna.call(calls.assets.startExport, { account: 'coin' })).toEqual(first);
  const { id } = first;
  const notFound = { code: 404 };
  await expect(li.call(calls.assets.exportState, { id })).rejects.toMatchObject(notFound);
  await expect(li.call(calls.assets.exportPart, { id, part: 0 })).rejects.toMatchObject(notFound);
  await expect(anna.call(calls.assets.exportPart, { id, part: 1 })).rejects.toMatchObject(notFound);
});

test('an export whose process died is made by another', async () => {
  const { pool } = exchange.database;
  const { id } = await ended({ account: 'coin' });
  await pool.query(`delete from statement_export_parts where export = '${id}'`);
  await pool.query(`update statement_exports set state = 'running', parts = 0, updated = 0 where id = '${id}'`);
  await expect(anna.call(calls.assets.exportPart, { id, part: 0 })).rejects.toMatchObject({ code: 404 });
  await expect(anna.call(calls.assets.startExport, { account: 'fiat', coin: 'BTC' })).rejects.toMatchObject({
    code: 409,
  });
  exchange.wake('funds.statementExports');
  const again = await ended({ account: 'coin' });
  expect([again.id, await fileOf(again)]).toEqual([id, whole]);
});

test('with a changed archive file an export fails, without any part and with an error for operators', async () => {
  const name = (await readdir(folder)).find((found) => found.startsWith('fills')) ?? '';
  const [path, count] = [join(folder, name), exchange.incidents.counts.get('statementExports') ?? 0];
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, -1));
  const failed = await ended({ account: 'coin', coin: 'USDT' });
  expect(failed).toMatchObject({ state: 'failed', parts: 0, lines: 0 });
  expect(exchange.incidents.counts.get('statementExports')).toBe(count + 1);
  await expect(anna.call(calls.assets.exportPart, { id: failed.id, part: 0 })).rejects.toMatchObject({ code: 404 });
  await rm(path);
  expect(await ended({ account: 'coin', coin: 'USDT' })).toMatchObject({ state: 'failed' });
  await writeFile(path, bytes);
  expect(await ended({ account: 'coin', coin: 'USDT' })).toMatchObject({ state: 'done', lines: 81 * 2 });
});

test('a customer starts ten exports a day at most', async () => {
  const { pool } = exchange.database;
  await pool.query(
    `insert into statement_exports (id, customer, account, filter, lang, state, created, updated)
    select 'made-up-' || number, customer, 'coin', '{"from":1}', lang, 'failed', created, updated
    from (select * from statement_exports limit 1) as one, generate_series(1, 10) as number`,
  );
  await expect(anna.call(calls.assets.startExport, { account: 'coin', from: 5 })).rejects.toMatchObject({ code: 429 });
  await pool.query("delete from statement_exports where id like 'made-up-%'");
});

test('a file is deleted after a day', async () => {
  const { id } = await ended({ account: 'coin' });
  laterMs += dayMs + 1;
  exchange.wake('funds.statementExports');
  await waitFor(async () => {
    const { rows } = await exchange.database.pool.query('select from statement_exports where id = $1', [id]);
    expect(rows).toEqual([]);
  });
});
