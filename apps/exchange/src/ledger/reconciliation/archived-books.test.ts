import { copyFile, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archived } from '../../../testing/archived.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import { takeSnapshot } from '../snapshots/take-snapshot.ts';
import { verifyBooks } from './verify-books.ts';

const dayMs = 86_400_000;
let exchange: TestExchange;
let anna: TestCustomer;
let li: TestCustomer;
let folder: string;
/** How much later the exchange's time is. */
let laterMs = 0;
let orders = 0;

/** A hundred days of trading, of which all but the last month are in the archive. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-archive-'));
  exchange = await startTestExchange(
    {
      BOOKS_CHECK_SECONDS: '0',
      ARCHIVE_URL: pathToFileURL(folder).href,
      ARCHIVE_AFTER_MONTHS: '1',
      UNFILLED_ORDER_DAYS: '0',
    },
    () => Date.now() + laterMs,
  );
  await exchange.database.pool.query(`
    alter table orders detach partition orders_first;
    create table orders_100 (like orders_first including all);
    alter table orders attach partition orders_first for values from (minvalue) to (100);
    alter table orders attach partition orders_100 for values from (100) to (1000000)`);
  // Sessions end before a step does.
  for (let step = 0; step < 6; step += 1) {
    anna = await exchange.register(`anna${step}`);
    li = await exchange.register(`li${step}`);
    await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
    await li.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '90000' });
    await place(anna, 'sell', '99000', '0.01');
    for (let trade = 0; trade < 30; trade += 1) {
      await place(anna, 'sell', '97000');
      await place(li, 'buy', '97000');
    }
    exchange.wake('ledger.partitions');
    if (step < 5) laterMs += 20 * dayMs;
  }
  await li.call(calls.trade.history, { limit: 1 });
  await archived(exchange, folder, Date.now() + laterMs);
}, 240_000);
afterAll(async () => {
  await exchange.stop();
  await rm(folder, { recursive: true, force: true });
});

const place = (who: TestCustomer, side: 'buy' | 'sell', price: string, quantity = '0.001') =>
  who.call(calls.trade.create, {
    clientOrderId: `a${++orders}`,
    symbol: 'BTC/USDT',
    type: 'limit',
    side,
    price,
    quantity,
  });

const verify = async (archive: string | null = pathToFileURL(folder).href): Promise<readonly string[]> =>
  (await verifyBooks({ url: exchange.database.url, archive, say: () => undefined })).differences;

test('the books are sound with what is in the archive', async () => {
  expect(await verify()).toEqual([]);
});

test('without the archive the books can’t be found sound', async () => {
  expect(await verify(null)).toEqual([expect.stringMatching(/^\d+ files of the archive can't be checked/)]);
});

test('a changed file and a missing one are found', async () => {
  for (const table of ['orders', 'fills']) {
    const name = (await readdir(folder)).find((found) => found.startsWith(table)) ?? expect.fail(table);
    const [path, kept] = [join(folder, name), join(folder, `${name}.kept`)];
    await rename(path, kept);
    expect(await verify()).toEqual([`the archive can't return ${name}`]);
    await copyFile(kept, path);
    await writeFile(path, 'x', { flag: 'r+' });
    expect(await verify()).toEqual([`the archive's file ${name} was changed`]);
    await rename(kept, path);
  }
  expect(await verify()).toEqual([]);
}, 180_000);

test('a changed opening balance, and rows that are in the archive too, are found', async () => {
  const { pool } = exchange.database;
  const change = `update archived_balances set available_delta = available_delta + $ where owner = 1000 and asset = 0`;
  await pool.query(change.replace('$', '5'));
  expect(await verify()).toEqual([`account 1000 coin 0: its opening balance differs from the archive`]);
  await pool.query(change.replace('$', '-5'));
  const { rows } = await pool.query<{ part: number; place: string }>(
    'insert into postings select * from postings order by sequence limit 1 returning tableoid::int as part, ctid::text as place',
  );
  expect(await verify()).toEqual([expect.stringMatching(/its posting rows differ from the journal/)]);
  await pool.query('delete from postings where tableoid = $1 and ctid = $2::tid', [rows[0]?.part, rows[0]?.place]);
});

test('a pruned journal’s books are sound too', async () => {
  const place = { url: exchange.database.url };
  await takeSnapshot(place);
  await anna.call(calls.trade.history, { limit: 1 });
  await order();
  await takeSnapshot({ ...place, journalDays: 1 }, () => Date.now() + laterMs + 2 * dayMs);
  await order();
  expect(await verify()).toEqual([]);
});

async function order(): Promise<void> {
  await place(anna, 'sell', '97000');
  await place(li, 'buy', '97000');
  await li.call(calls.trade.history, { limit: 1 });
}

test('tables that were emptied while the archive’s record stays are refused', async () => {
  await exchange.stopServer();
  await exchange.database.pool.query("update projection set sequence = 0 where name = 'ledger'");
  await expect(exchange.startServer()).rejects.toThrow(
    /^The tables are at entry 0, but the archive has rows up to entry \d+:/,
  );
});
