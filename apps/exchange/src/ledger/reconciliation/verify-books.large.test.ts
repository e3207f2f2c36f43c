import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { calls } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '../../../testing/wait-for.ts';
import { createEngine } from '@fft/engine';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import { writeAudit } from '../../audit/audit.ts';
import { PostgresJournal } from '@fft/journal';
import { deleteUnfilled } from '../retention/delete-unfilled.ts';
import { takeSnapshot } from '../snapshots/take-snapshot.ts';
import { EngineHost } from '../replica/engine-host.ts';
import { Gateway } from '../gateway.ts';
import { verifyBooks, type BooksReport } from './verify-books.ts';

let exchange: TestExchange;
let anna: TestCustomer;
let li: TestCustomer;
let orders = 0;

beforeAll(async () => {
  // The exchange's own check would find the rows that these tests change, and halt all markets.
  exchange = await startTestExchange({ BOOKS_CHECK_SECONDS: '0' });
  anna = await exchange.register('anna');
  li = await exchange.register('li');
  await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  await li.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '90000' });
  for (let step = 0; step < 12; step += 1) {
    await place(anna, 'sell', String(97_000 + step));
    await place(li, 'buy', String(97_000 + step - (step % 3)));
  }
  await li.call(calls.transfer.submit, { requestId: 't', coin: 'USDT', from: 'coin', to: 'fiat', amount: '100' });
});
afterAll(() => exchange.stop());

const place = (who: TestCustomer, side: 'buy' | 'sell', price: string) =>
  who.call(calls.trade.create, {
    clientOrderId: `v${++orders}`,
    symbol: 'BTC/USDT',
    type: 'limit',
    side,
    price,
    quantity: '0.001',
  });

const verify = (): Promise<BooksReport> => verifyBooks({ url: exchange.database.url, say: () => undefined });

/** Changes rows directly in the database, compares, and restores them. */
async function withChange(change: string, undo: string): Promise<readonly string[]> {
  await exchange.database.pool.query(change);
  try {
    return (await verify()).differences;
  } finally {
    await exchange.database.pool.query(undo);
  }
}

test('the books of a running exchange are sound, and the report lists the comparisons made', async () => {
  await waitFor(async () => {
    const report = await verify();
    expect(report.differences).toEqual([]);
    expect(report.position).toBe(report.entries);
  });
  const { rows } = await exchange.database.pool.query<{ orders: string; fills: string; postings: string }>(
    'select (select count(*) from orders) as orders, (select count(*) from fills) as fills, (select count(*) from ledger) as postings',
  );
  const report = await verify();
  expect(report).toMatchObject(
    Object.fromEntries(Object.entries(rows[0] ?? {}).map(([key, count]) => [key, Number(count)])),
  );
  expect(report.openOrders).toBeGreaterThan(0);
  expect(report.fills).toBeGreaterThan(3);
});

test('a withdrawal with its money on hold is sound while the tables lag', async () => {
  const { pool, url } = exchange.database;
  await using closing = new AsyncDisposableStack();
  const journal = new PostgresJournal({ url });
  closing.defer(() => journal.close());
  const host = new EngineHost(journal, createEngine);
  await host.catchUp();
  const onFatal = (error: unknown): never => {
    throw error;
  };
  const gateway = new Gateway({ journal, host, now: Date.now, onFatal });
  // The writer of the tables waits.
  const locking = await pool.connect();
  closing.defer(() => locking.release());
  await locking.query('begin');
  await locking.query('lock table postings in exclusive mode');
  const { rows } = await pool.query<{ id: number }>(
    `insert into withdrawals (customer, request_id, coin, chain, asset, address_id, address, memo, amount, fee, state, planned, time, updated, closed)
     values (${anna.id}, 'late', 'BTC', 'BTC', 0, 1, 'a', '', 10, 1, 'approved', 'approved', 1, 1, false) returning id`,
  );
  const requestId = String(rows[0]?.id);
  const owner = Number(anna.id);
  const account = { owner, kind: 'coin', asset: 0, amount: 10, fee: 1 } as const;
  await gateway.submit({ type: 'holdWithdrawal', requestId, destination: 'chain', ...account });
  const report = await verify();
  expect([report.differences, report.withdrawals]).toEqual([[], 1]);
  expect(report.position).toBeLessThan(report.entries);
  await locking.query('rollback');
  await pool.query("delete from withdrawals where request_id = 'late'");
  await gateway.submit({ type: 'releaseWithdrawal', requestId, owner });
  await waitFor(async () => {
    const { position, entries } = await verify();
    expect(position).toBe(entries);
  });
});

test('orders that were cancelled without a fill may be deleted, up to what the deletion noted; any other one is missing', async () => {
  const { pool } = exchange.database;
  const { id: earlier } = await place(anna, 'sell', '99000');
  const { id: later } = await place(anna, 'sell', '99000');
  const endOf = async (id: string): Promise<number> => {
    await anna.call(calls.trade.cancel, { id });
    const { items } = await anna.call(calls.trade.history, { id, limit: 1 });
    return items[0]?.updated ?? 0;
  };
  const endedBefore = (await endOf(earlier)) + 1;
  await expect.poll(() => Date.now()).toBeGreaterThanOrEqual(endedBefore);
  expect(await endOf(later)).toBeGreaterThanOrEqual(endedBefore);
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from listed_orders where state = 'cancelled' and filled_lots = 0 and updated < $1",
    [endedBefore],
  );
  expect(await deleteUnfilled({ pool, endedBefore, signal: new AbortController().signal })).toBe(rows[0]?.count);
  expect((await verify()).differences).toEqual([]);
  expect((await anna.call(calls.trade.history, { id: earlier, limit: 1 })).items).toEqual([]);
  const undo = `insert into orders select * from kept; drop table kept`;
  const missing = await withChange(
    `create table kept as select * from orders where id = ${later}; delete from orders where id = ${later}`,
    undo,
  );
  expect(missing).toEqual(['1 orders are missing in the table']);
});

/** Number of differences in all: a change to a fill also shows in the accounts that it moved. */
const accountsToo: Readonly<Record<string, number>> = { 'a fill': 3, 'the owner of a fill': 4, 'a newer fill': 3 };

describe('changed rows', () => {
  test.each([
    [
      'a posting',
      'update postings set available_delta = available_delta + $ where sequence = (select max(sequence) from postings) and position = 0',
      /its posting rows differ from the journal/,
    ],
    [
      'the balance of a posting',
      'update postings set available = available + $ where sequence = (select max(sequence) from postings) and position = 0',
      /last posting shows another balance/,
    ],
    [
      'a fill',
      'update fills set notional = notional + $ where trade_number = 1',
      /market 0 notional: \d+ in the table, \d+ by the journal/,
    ],
    [
      'the owner of a fill',
      'update fills set taker_owner = taker_owner - 1000 * $ where trade_number = 1',
      /account \d+ coin 0: its posting rows differ/,
    ],
    [
      'the balances of a fill',
      'update fills set taker_base = taker_base + $ where trade_number = (select max(trade_number) from fills)',
      /last posting shows another balance/,
    ],
    [
      'the parts of a posting',
      `update postings set frozen_delta = frozen_delta + $, available_delta = available_delta - $ where reason = 'deposit' and owner >= 1000
        and sequence = (select min(sequence) from postings where owner >= 1000)`,
      /its posting rows differ from the journal/,
    ],
    [
      'an order',
      'update orders set filled_lots = coalesce(filled_lots, quantity_lots) + $ where id = 1',
      /order 1: the table differs/,
    ],
    [
      'the price of an order',
      'update orders set price_ticks = price_ticks + $ where id = 1',
      /order 1: the table differs/,
    ],
  ])('a change to %s is found', async (what, statement, difference) => {
    const found = await withChange(statement.replaceAll('$', '1'), statement.replaceAll('$', '(-1)'));
    expect(found.some((one) => difference.test(one))).toBe(true);
    expect([what, found.length]).toEqual([what, accountsToo[what] ?? 1]);
  });

  test('an open order that the table shows as ended is found, also by what it holds', async () => {
    const { items } = await anna.call(calls.trade.openOrders, { limit: 1 });
    const set = (state: string): string => `update orders set state = '${state}' where id = ${items[0]?.id}`;
    expect(await withChange(set('filled'), set('processing'))).toEqual([
      expect.stringMatching(/^account \d+ coin 0: its open orders and withdrawals hold another amount than is frozen$/),
      `order ${items[0]?.id}: the table differs from the journal`,
    ]);
  });

  test('rows of what an order freezes and releases are found, although they add up to nothing', async () => {
    const row = (reason: string, units: number): string => `insert into postings
      select sequence, position, time, owner, kind, asset, ${-units}, ${units}, available, frozen, '${reason}', 1, '' from postings
      where reason = 'deposit' and owner = ${anna.id}`;
    const undo = `delete from postings where order_id = 1`;
    expect(await withChange(`${row('freeze', 7)}; ${row('release', -7)}`, undo)).toEqual([
      expect.stringMatching(/its posting rows differ from the journal/),
    ]);
  });

  test('a missing order is found, and so is a row of an order that the journal doesn’t have', async () => {
    const found = await withChange('update orders set id = -1 where id = 2', 'update orders set id = 2 where id = -1');
    expect(found).toEqual(['order -1: the journal has no such order', '1 orders are missing in the table']);
  });

  test('a withdrawal without its hold is found', async () => {
    const found = await withChange(
      `insert into withdrawals (customer, request_id, coin, chain, asset, address_id, address, memo, amount, fee, state, planned, time, updated, closed)
       values (${anna.id}, 'x', 'BTC', 'BTC', 0, 1, 'a', '', 10, 1, 'approved', 'approved', 1, 1, false)`,
      "delete from withdrawals where request_id = 'x'",
    );
    expect(found[0]).toMatch(/^withdrawal \d+: the ledger doesn't hold its money$/);
  });

  test('a changed journal entry stops the comparison', async () => {
    const changed = `update journal_entry set bytes = set_byte(bytes, length(bytes) - 1, (get_byte(bytes, length(bytes) - 1) + 1) % 256) where sequence = 3`;
    const undo = changed.replace('+ 1)', '+ 255)');
    await expect(withChange(changed, undo)).rejects.toMatchObject({ name: 'JournalBroken', sequence: 3 });
  });
});

describe('a journal without its beginning', () => {
  beforeAll(async () => {
    const place = { url: exchange.database.url };
    const tables = () => li.call(calls.trade.history, { limit: 1 });
    await tables();
    await takeSnapshot(place);
    await order('98000', '98000');
    await tables();
    await takeSnapshot({ ...place, journalDays: 1 }, () => Date.now() + 2 * 86_400_000);
    await order('98001', '98000');
    await tables();
  });

  const order = async (ask: string, bid: string) => {
    await place(anna, 'sell', ask);
    await place(li, 'buy', bid);
  };

  test('books are compared from the oldest snapshot on', async () => {
    const said: string[] = [];
    const report = await verifyBooks({ url: exchange.database.url, say: (line) => said.push(line) });
    expect(report).toMatchObject({ differences: [], fills: 2 });
    expect(report.from).toBeGreaterThan(10);
    expect(said[0]).toMatch(/^the journal begins after entry \d+; replaying from the snapshot of entry \d+$/);
  });

  const newest = '(select max(trade_number) from fills)';
  test.each([
    [
      'an older posting',
      'update postings set available_delta = available_delta + $ where sequence = (select min(sequence) from postings) and position = 0',
      /its posting rows differ from the journal/,
    ],
    [
      'the parts of an older posting',
      `update postings set frozen_delta = frozen_delta + $, available_delta = available_delta - $ where reason = 'deposit' and owner >= 1000
        and sequence = (select min(sequence) from postings where owner >= 1000)`,
      /its open orders and withdrawals hold another amount than is frozen/,
    ],
    ['a newer fill', `update fills set notional = notional + $ where trade_number = ${newest}`, /market 0 notional/],
    ['a newer order', 'update orders set fee = fee + $ where id = (select max(id) from orders)', /the table differs/],
  ])('a change to %s is found', async (what, statement, difference) => {
    const found = await withChange(statement.replaceAll('$', '1'), statement.replaceAll('$', '(-1)'));
    expect(found.some((one) => difference.test(one))).toBe(true);
    expect([what, found.length]).toEqual([what, accountsToo[what] ?? 1]);
  });

  test('an older order that should be open, or is wrongly open, is found', async () => {
    const open = await withChange(
      "update orders set state = 'processing' where id = 1",
      "update orders set state = 'filled' where id = 1",
    );
    expect(open).toEqual(['order 1: the journal has no such order']);
    const { items } = await anna.call(calls.trade.openOrders, { limit: 100 });
    const id = items.at(-1)?.id;
    const closed = await withChange(
      `update orders set state = 'filled' where id = ${id}`,
      `update orders set state = 'processing' where id = ${id}`,
    );
    expect(closed).toEqual([
      expect.stringMatching(/its open orders and withdrawals hold another amount than is frozen/),
      `order ${id}: the table differs from the journal`,
    ]);
  });

  test('a snapshot of another journal is not used as a beginning', async () => {
    await expect(
      withChange(
        "update snapshots set hash = sha256(hash || '1') where sequence = (select min(sequence) from snapshots)",
        'update snapshots set hash = (select hash from journal_entry where journal_entry.sequence = snapshots.sequence)',
      ),
    ).rejects.toThrow(/belongs to another journal/);
  });
});

test('the audit log’s chain is part of the books', async () => {
  const { db, pool } = exchange.database;
  const act = { time: 1, operator: 'olga', act: 'account.lock', target: 'customer 1' };
  await db.transaction().execute((transaction) => writeAudit(transaction, act));
  const { audit, differences } = await verify();
  expect([audit.position, differences]).toEqual([1, []]);
  const client = await pool.connect();
  await client.query("set session_replication_role = 'replica'; update audit set operator = 'anna'");
  expect((await verify()).differences).toEqual(['act 1 of the audit log was changed']);
  await client.query("update audit set operator = 'olga'; reset session_replication_role");
  client.release();
});

test('the command prints the differences and exits with 1', async () => {
  const run = (...words: string[]): Promise<{ code: number; out: string }> =>
    new Promise((resolve) => {
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const env = { PATH, NODE_COMPILE_CACHE, ...exchange.environment };
      const program = [join(import.meta.dirname, '../../../cli/verify-books.ts'), ...words];
      execFile(process.execPath, program, { env }, (error, stdout) => {
        resolve({ code: Number(error?.code ?? 0), out: stdout });
      });
    });
  const sound = await run();
  const [, head = ''] = /^audit log +(\d+:[0-9a-f]+)/m.exec(sound.out) ?? [];
  expect(head).toMatch(/^1:[0-9a-f]{64}$/);
  const otherPast = await run('--audit-head', `1:${'0'.repeat(64)}`);
  expect(otherPast).toMatchObject({ code: 1, out: expect.stringContaining('was rewritten up to act 1') as string });
  expect(await run('--audit-head', 'yesterday')).toMatchObject({ code: 2 });
  expect(await run('--audit-head', head)).toMatchObject({ code: 0 });
  expect(sound).toMatchObject({ code: 0, out: expect.stringContaining('✓ The books are sound.') as string });
  await exchange.database.pool.query('update orders set fee = fee + 1 where id = (select max(id) from orders)');
  const differing = await run();
  expect(differing).toMatchObject({ code: 1, out: expect.stringMatching(/✗ order \d+: the table differs/) as string });
});
