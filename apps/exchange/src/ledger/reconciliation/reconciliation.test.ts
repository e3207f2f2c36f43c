import { calls, Code } from '@fft/contract';
import { createEngine } from '@fft/engine';
import { PostgresJournal } from '@fft/journal';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { waitFor } from '../../../testing/wait-for.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import type { JobRun } from '../../platform/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { EngineHost } from '../replica/engine-host.ts';
import { BooksWindow, type Expected } from './books-window.ts';
import { compareWindow } from './compare-window.ts';
import { createReconciliation } from './reconciliation.ts';

let orders = 0;
const place = (who: TestCustomer, side: 'buy' | 'sell', price: string) =>
  who.call(calls.trade.create, {
    clientOrderId: `sweep-${++orders}`,
    symbol: 'BTC/USDT',
    type: 'limit',
    side,
    price,
    quantity: '0.001',
  });

async function fund(exchange: TestExchange): Promise<{ anna: TestCustomer; li: TestCustomer }> {
  const anna = await exchange.register('anna');
  const li = await exchange.register('li');
  await anna.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  await li.call(calls.demo.faucet, { requestId: 'fund', coin: 'USDT', amount: '90000' });
  return { anna, li };
}

describe('an incremental comparison', () => {
  let exchange: TestExchange;
  let anna: TestCustomer;
  let li: TestCustomer;
  let journal: PostgresJournal;
  let host: EngineHost;
  let window: BooksWindow;
  let expected: Expected;

  beforeAll(async () => {
    exchange = await startTestExchange({ BOOKS_CHECK_SECONDS: '0' });
    ({ anna, li } = await fund(exchange));
    journal = new PostgresJournal({ url: exchange.database.url });
    host = new EngineHost(journal, createEngine);
    await host.catchUp();
    window = new BooksWindow(host.sequence);
    host.subscribe((batch) => window.add(batch));
  });
  afterAll(async () => {
    await journal.close();
    await exchange.stop();
  });

  /** An order that rests, two that trade, one that is cancelled, and a transfer. */
  beforeEach(async () => {
    await place(anna, 'sell', '97500');
    await place(anna, 'sell', '97000');
    await place(li, 'buy', '97000');
    const { id } = await place(li, 'buy', '96000');
    await li.call(calls.trade.cancel, { id });
    const moved = { requestId: `t${++orders}`, coin: 'USDT', from: 'coin', to: 'fiat', amount: '1' } as const;
    await li.call(calls.transfer.submit, moved);
    await li.call(calls.trade.history, { limit: 1 });
    await host.catchUp();
    expected = window.take(host.engine);
  });

  const compare = () => compareWindow(exchange.database.pool, expected, host.openRecord);

  test('a comparison finds no difference in sound books and does nothing without new entries', async () => {
    expect(expected.accounts.length).toBeGreaterThan(4);
    expect([expected.orders.length, expected.fills.size]).toEqual([4, 1]);
    expect(expected.postings).toBeGreaterThan(8);
    expect(await compare()).toEqual([]);
    expected = window.take(host.engine);
    expect(expected).toMatchObject({ postings: 0, accounts: [], orders: [] });
    expect(await compare()).toEqual([]);
  });

  test('an order that has changed since is no difference', async () => {
    const [open] = expected.orders.filter(({ state }) => state === 'processing');
    await anna.call(calls.trade.cancel, { id: String(open?.orderId) });
    await anna.call(calls.trade.history, { limit: 1 });
    await host.catchUp();
    expect(await compare()).toEqual([]);
  });

  test('tables that a promotion put back halt nothing: the process must start again', async () => {
    const { pool } = exchange.database;
    const refuse = (): never => expect.unreachable('nothing may be halted');
    const { state, job } = createReconciliation({
      pool,
      host,
      gateway: { submit: refuse },
      projector: { reached: () => Promise.resolve(), isWriting: true },
      eventBus: { publish: refuse, onEvent: () => undefined },
      log: createLog('silent'),
      everyMs: 60_000,
    });
    await place(anna, 'sell', '98000');
    await anna.call(calls.trade.history, { limit: 1 });
    await host.catchUp();
    const of = 'where id = (select max(id) from orders)';
    await pool.query(`create table kept as select * from orders ${of}; delete from orders ${of}`);
    await pool.query('update projection set sequence = sequence - 1');
    const run = await new Promise<JobRun>((resolve) => {
      job?.start({ onRun: resolve });
      job?.wake();
    });
    await job?.stop();
    await pool.query('insert into orders select * from kept; drop table kept');
    await pool.query('update projection set sequence = sequence + 1');
    expect([run.hasFailed, state.difference]).toEqual([true, null]);
  });

  const last = '(select max(sequence) from postings)';
  test.each([
    [
      'the amount of a posting',
      `update postings set available_delta = available_delta + $ where sequence = ${last} and position = 0`,
      /its postings show another balance/,
    ],
    [
      'the balance of a posting',
      `update postings set frozen = frozen + $ where sequence = ${last} and position = 0`,
      /its postings show another balance/,
    ],
    [
      'the owner of a posting',
      `update postings set owner = owner + $ where sequence = ${last} and position = 0`,
      /its postings (are missing|show another balance)/,
    ],
    [
      'a trade',
      'update fills set maker_fee = maker_fee + $ where trade_number = (select max(trade_number) from fills)',
      /^market 0: trades \d+ to \d+ aren't/,
    ],
    [
      'the balances of a trade',
      'update fills set taker_base = taker_base + $ where trade_number = (select max(trade_number) from fills)',
      /its postings show another balance/,
    ],
    [
      'an order',
      'update orders set filled_notional = filled_notional + $ where id = (select max(id) from orders)',
      /^order \d+: the table differs/,
    ],
    [
      'the price of an order',
      "update orders set price_ticks = price_ticks + $ where id = (select max(id) from orders where state = 'processing')",
      /^order \d+: the table differs/,
    ],
  ])('a change to %s is found', async (what, statement, difference) => {
    await exchange.database.pool.query(statement.replace('$', '1'));
    const found = await compare();
    // The accounts that a trade moved differ first.
    expect(found.at(what === 'a trade' ? -1 : 0)).toMatch(difference);
    await exchange.database.pool.query(statement.replace('$', '(-1)'));
    expect(await compare()).toEqual([]);
  });

  test('a duplicated posting is found', async () => {
    await exchange.database.pool.query(
      `insert into postings select * from postings where sequence = ${last} and position = 0`,
    );
    expect((await compare()).at(-1)).toMatch(/^\d+ postings in entries \d+ to \d+, of \d+$/);
    await exchange.database.pool.query(
      `delete from postings where ctid = (select max(ctid) from postings where sequence = ${last} and position = 0)`,
    );
    expect(await compare()).toEqual([]);
  });
});

test('a difference halts every market in every process, stops deposits and withdrawals, and raises an alarm', async () => {
  const exchange = await startTestExchange({ BOOKS_CHECK_SECONDS: '1', METRICS_PORT: '0' });
  try {
    const { anna, li } = await fund(exchange);
    const other = await exchange.another();
    await place(anna, 'sell', '97500');
    const tampered = `create function tamper() returns trigger language plpgsql as $$ begin new.maker_base := new.maker_base + 1; return new; end $$;
      create trigger tamper before insert on fills for each row when (new.maker_owner = ${anna.id}) execute function tamper()`;
    await exchange.database.pool.query(tampered);
    await place(li, 'buy', '97500');
    const stateOf = async () => (await li.call(calls.trade.detail, { symbol: 'BTC/USDT' })).market.state;
    await vi.waitFor(async () => expect(await stateOf()).toBe('halted'), 15_000);
    const money = { requestId: 'more', coin: 'USDT', amount: '1' };
    await expect(place(li, 'buy', '90000')).rejects.toMatchObject({ code: Code.unavailable });
    await expect(li.call(calls.demo.faucet, money)).rejects.toMatchObject({ code: Code.unavailable });
    await waitFor(() =>
      expect(other.as(li).call(calls.demo.faucet, { ...money, requestId: 'elsewhere' })).rejects.toMatchObject({
        code: Code.unavailable,
      }),
    );
    expect(await li.call(calls.user.read, {})).toMatchObject({ id: li.id });
  } finally {
    await exchange.stop();
  }
});
