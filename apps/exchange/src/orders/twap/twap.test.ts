import { RefusedError } from '@fft/client';
import { calls, Code, maxTwaps, type CallInput, type Order, type Twap } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestKey, passwordOf } from '../../../testing/test-api-key.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import { waitFor, waitUntil } from '../../../testing/wait-for.ts';

type Terms = CallInput<typeof calls.twap.create>;

const secondMs = 1_000;
const symbol = 'BTC/USDT';
/** An order every ten seconds. */
const terms = { symbol, side: 'buy', quantity: '0.01', orders: 4, durationMs: 40 * secondMs } as const;

let clock: number;
let exchange: TestExchange;
let maker: TestCustomer;
let count = 0;

beforeAll(async () => {
  clock = Date.now();
  exchange = await startTestExchange({}, () => clock);
  maker = await exchange.register('maker');
  await maker.call(calls.demo.faucet, { requestId: 'btc', coin: 'BTC', amount: '0.5' });
  await maker.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '9000' });
});
afterAll(() => exchange.stop());

async function trader(): Promise<TestCustomer & { readonly name: string }> {
  const name = `trader-${++count}`;
  const customer = await exchange.register(name);
  await customer.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '1000' });
  return { ...customer, name };
}

/** A book with one order on either side. */
async function makeBook(ask: string | null, bid: string | null = null, quantity = '0.1'): Promise<void> {
  await maker.call(calls.trade.cancelAll, { symbol: 'all' });
  const order = { symbol, type: 'limit', quantity } as const;
  for (const [side, price] of [
    ['sell', ask],
    ['buy', bid],
  ] as const) {
    if (price !== null) {
      await maker.call(calls.trade.create, { ...order, side, price, clientOrderId: `book-${++count}` });
    }
  }
}

const begin = (who: TestCustomer, other: Partial<Terms> = {}): Promise<Twap> =>
  who.call(calls.twap.create, { clientId: `twap-${++count}`, ...terms, ...other });

async function twapOf(who: TestCustomer, { id }: Twap): Promise<Twap> {
  const { items } = await who.call(calls.twap.list, {});
  return items.find((item) => item.id === id) ?? expect.unreachable('the TWAP order is not listed');
}

/** Waits until so many parts are over, or it ended. */
async function doneOf(who: TestCustomer, twap: Twap, done: number): Promise<Twap> {
  return waitFor(async () => {
    exchange.wake('orders.twaps');
    const now = await twapOf(who, twap);
    if (now.done < done && now.state !== 'ended') throw new Error(`${now.done} parts are over`);
    return now;
  });
}

async function endOf(who: TestCustomer, twap: Twap): Promise<Twap> {
  return waitFor(async () => {
    exchange.wake('orders.twaps');
    const now = await twapOf(who, twap);
    if (now.state !== 'ended') throw new Error(`it is ${now.state}`);
    return now;
  });
}

/** Its orders, oldest first. */
async function childrenOf(who: TestCustomer, { id }: Twap): Promise<readonly Order[]> {
  const { items } = await who.call(calls.trade.history, { limit: 100 });
  return items.filter(({ parent }) => parent?.id === id).toReversed();
}

async function refusal(call: Promise<unknown>): Promise<{ readonly code: number; readonly info: string }> {
  const error = await call.catch((thrown: unknown) => thrown);
  return error instanceof RefusedError
    ? { code: error.code, info: error.message }
    : expect.unreachable('the call was not refused');
}

/** Lets the scheduler look at everything that is due twice. */
async function idle(): Promise<void> {
  const { rows } = await exchange.database.pool.query<{ id: string }>(
    "select id from order_schedules where state in ('running', 'stopping') and next_at <= $1",
    [clock],
  );
  for (const { id } of rows) {
    await waitUntil(async () => {
      exchange.wake('orders.twaps');
      const { rows: late } = await exchange.database.pool.query(
        "select 1 from order_schedules where id = $1 and state in ('running', 'stopping') and next_at <= $2",
        [id, clock],
      );
      return late.length === 0;
    });
  }
}

test('a quantity is bought in equal orders over the time, with a message at its end', async () => {
  const anna = await trader();
  await makeBook('50000', '49000');
  const clientId = 'first';
  const twap = await anna.call(calls.twap.create, { clientId, ...terms });
  expect(twap).toMatchObject({ clientId, state: 'running', quantity: '0.01000', done: 0, worstPrice: null });
  for (let done = 1; done <= 4; done += 1) {
    const now = await doneOf(anna, twap, done);
    const lots = (part: number): string => (part / 100_000).toFixed(5);
    expect([now.done, now.filled, now.remaining]).toEqual([done, lots(250 * done), lots(1_000 - 250 * done)]);
    // The other half costs more.
    if (done === 2) await makeBook('50001.1', '49000');
    clock += 10 * secondMs;
  }
  const ended = await endOf(anna, twap);
  expect(ended).toMatchObject({ reason: 'filled', average: '50000.550', filledTotal: '500.005500', nextAt: null });
  const children = await childrenOf(anna, twap);
  expect(
    children.map(({ clientOrderId, quantity, timeInForce, state }) => [clientOrderId, quantity, timeInForce, state]),
  ).toEqual([0, 1, 2, 3].map((number) => [`twap:${twap.id}:${number}`, '0.00250', 'IOC', 'filled']));
  expect(children.map(({ parent }) => parent)).toEqual([1, 2, 3, 4].map(() => ({ kind: 'twap', id: twap.id })));
  const times = children.map(({ time }) => time - twap.time);
  expect(times).toEqual([0, 10, 20, 30].map((seconds) => seconds * secondMs));

  const { items } = await anna.call(calls.content.list, { kind: 'account' });
  const [message, ...others] = items.filter(({ title }) => title.includes('TWAP'));
  expect(others.map(({ title }) => title)).toEqual(['TWAP order begun: BTC/USDT']);
  expect(message?.title).toBe('TWAP order ended: BTC/USDT');
  expect(message?.summary).toBe('Bought 0.01000 of 0.01000 BTC at an average price of 50000.550 USDT.');

  // The same once more is the same; with other terms the id is taken.
  expect(await anna.call(calls.twap.create, { clientId, ...terms })).toMatchObject({ id: twap.id, state: 'ended' });
  expect((await refusal(anna.call(calls.twap.create, { clientId, ...terms, orders: 5 }))).code).toBe(Code.conflict);
});

test('beyond the worst price nothing is bought; later orders catch up, and a rest stays', async () => {
  const anna = await trader();
  await makeBook('50000');
  const twap = await begin(anna, { worstPrice: '49000' });
  expect(await doneOf(anna, twap, 1)).toMatchObject({ done: 1, filled: '0.00000', state: 'running' });
  clock += 10 * secondMs;
  await doneOf(anna, twap, 2);
  await makeBook('48000');
  clock += 10 * secondMs;
  // Twice an equal part is the most.
  expect(await doneOf(anna, twap, 3)).toMatchObject({ filled: '0.00500', average: '48000.000' });
  await makeBook(null);
  clock += 10 * secondMs;
  const ended = await endOf(anna, twap);
  expect(ended).toMatchObject({ reason: 'timeUp', done: 4, filled: '0.00500', remaining: '0.00500' });
  expect(await childrenOf(anna, twap)).toHaveLength(1);
});

test('in limit style an order rests at the best price of its side until the next one, and no longer than the time', async () => {
  const anna = await trader();
  await makeBook('50000', '49000');
  const twap = await begin(anna, { style: 'limit', orders: 2, durationMs: 20 * secondMs });
  await doneOf(anna, twap, 1);
  const [first] = (await anna.call(calls.trade.openOrders, {})).items;
  expect(first).toMatchObject({ price: '49000.0', quantity: '0.00500', timeInForce: 'GTC', state: 'processing' });
  // A part of it trades.
  await makeBook('50000');
  const sell = { symbol, side: 'sell', type: 'market', quantity: '0.002', clientOrderId: `hit-${++count}` } as const;
  await maker.call(calls.trade.create, sell);
  await waitFor(async () => expect((await twapOf(anna, twap)).filled).toBe('0.00200'));
  await makeBook('50000', '49500');
  clock += 10 * secondMs;
  await doneOf(anna, twap, 2);
  const { items } = await anna.call(calls.trade.openOrders, {});
  expect(items.map(({ price, quantity }) => [price, quantity])).toEqual([['49500.0', '0.00800']]);
  clock += 10 * secondMs;
  expect(await endOf(anna, twap)).toMatchObject({ reason: 'timeUp', filled: '0.00200', remaining: '0.00800' });
  expect((await anna.call(calls.trade.openOrders, {})).items).toEqual([]);
});

test('a stop ends a TWAP order and its open order at once; no other customer can stop it', async () => {
  const [anna, eve] = [await trader(), await trader()];
  await makeBook('50000', '49000');
  const twap = await begin(anna, { style: 'limit' });
  await doneOf(anna, twap, 1);
  for (const id of [twap.id, '0', '-1', 'x', '99999999999999999999']) {
    expect((await refusal(eve.call(calls.twap.stop, { id }))).code).toBe(Code.notFound);
  }
  expect((await eve.call(calls.twap.list, {})).items).toEqual([]);
  expect(await anna.call(calls.twap.stop, { id: twap.id })).toMatchObject({ state: 'ended', reason: 'byCustomer' });
  expect((await anna.call(calls.trade.openOrders, {})).items).toEqual([]);
  clock += 60 * secondMs;
  await idle();
  expect(await childrenOf(anna, twap)).toHaveLength(1);
  // Once more is no fault.
  expect(await anna.call(calls.twap.stop, { id: twap.id })).toMatchObject({ state: 'ended', reason: 'byCustomer' });
});

test('in a halt it waits, and goes on later without a burst', async () => {
  const anna = await trader();
  const eth = { symbol: 'ETH/USDT', type: 'limit', quantity: '0.1' } as const;
  const other = await trader();
  await maker.call(calls.demo.faucet, { requestId: 'eth', coin: 'ETH', amount: '5' });
  const meet = async (price: string): Promise<void> => {
    await maker.call(calls.trade.create, { ...eth, side: 'sell', price, clientOrderId: `meet-${++count}` });
    await other.call(calls.trade.create, { ...eth, side: 'buy', price, clientOrderId: `meet-${++count}` });
  };
  await meet('2000');
  const rest = { ...eth, side: 'sell', price: '2000', quantity: '2' } as const;
  await maker.call(calls.trade.create, { ...rest, clientOrderId: `rest-${++count}` });
  const twap = await begin(anna, { symbol: 'ETH/USDT', quantity: '0.04' });
  await doneOf(anna, twap, 1);
  await maker.call(calls.trade.cancelAll, { symbol: 'ETH/USDT' });
  await meet('2300');
  await waitFor(async () => expect(await twapOf(anna, twap)).toMatchObject({ waiting: true, done: 1 }));
  // The halt, and the auction after it.
  clock += 45 * secondMs;
  await idle();
  expect(await twapOf(anna, twap)).toMatchObject({ state: 'running', done: 1 });
  // A command advances the engine's clock: the halt ends, then the auction.
  for (let end = 0; end < 2; end += 1) {
    clock += 61 * secondMs;
    await makeBook(null);
  }
  await waitFor(async () => expect(await twapOf(anna, twap)).toMatchObject({ waiting: false }));
  // The order that is due may follow as soon as there is somebody to trade with.
  const sentAt = clock;
  await maker.call(calls.trade.create, { ...rest, price: '2300', clientOrderId: `rest-${++count}` });
  clock += 2 * secondMs;
  expect((await doneOf(anna, twap, 2)).done).toBe(2);
  await idle();
  expect((await twapOf(anna, twap)).done).toBe(2);
  expect((await twapOf(anna, twap)).nextAt).toBeGreaterThanOrEqual(sentAt + 5 * secondMs);
  // The clock jumps ten minutes: one order follows, not all that are due.
  clock += 600 * secondMs;
  expect((await doneOf(anna, twap, 3)).done).toBe(3);
  await idle();
  expect((await twapOf(anna, twap)).done).toBe(3);
  // And back: nothing is sent twice, nor before its time.
  clock -= 300 * secondMs;
  await idle();
  expect((await twapOf(anna, twap)).done).toBe(3);
  clock += 305 * secondMs;
  expect(await endOf(anna, twap)).toMatchObject({ reason: 'filled', filled: '0.0400' });
  expect(await childrenOf(anna, twap)).toHaveLength(4);
});

test('a log-out, a revoked key and a frozen account stop it; a session that lapses does not', async () => {
  await makeBook('50000', '49000');
  const [out, frozen, away, keyed] = [await trader(), await trader(), await trader(), await trader()];
  const key = await createTestKey(exchange, { customer: keyed, name: keyed.name }, { rights: 'read,trade' });
  const reader = await createTestKey(exchange, { customer: out, name: out.name }, { rights: 'read' });
  clock = Date.now();
  expect((await refusal(reader.call(calls.twap.create, { clientId: 'read', ...terms }))).code).toBe(
    Code.keyRightMissing,
  );
  const twaps = await Promise.all([out, frozen, away].map((who) => begin(who)));
  clock = Date.now();
  const byKey = await key.call(calls.twap.create, { clientId: 'key', ...terms, style: 'limit' });
  const [ofOut, ofFrozen, ofAway] = twaps;
  if (!ofOut || !ofFrozen || !ofAway) return expect.unreachable();
  for (const [index, who] of [out, frozen, away].entries()) await doneOf(who, twaps[index] ?? ofOut, 1);
  await doneOf(keyed, byKey, 1);
  await out.call(calls.auth.logout, {});
  await frozen.call(calls.user.freeze, { password: passwordOf(frozen.name) });
  await keyed.call(calls.keys.revoke, { id: key.key.id });
  expect(await endOf(keyed, byKey)).toMatchObject({ reason: 'keyRevoked' });
  expect((await keyed.call(calls.trade.openOrders, {})).items).toEqual([]);
  await exchange.database.pool.query('delete from sessions where customer = $1 and expires > 0', [away.id]);
  await exchange.database.pool.query('update order_schedules set session_expires = $2 where id = $1', [
    ofAway.id,
    clock,
  ]);
  for (let part = 2; part <= 4; part += 1) {
    clock += 10 * secondMs;
    await idle();
  }
  const rowsOf = async ({ id }: Twap) => {
    const { rows } = await exchange.database.pool.query<{ state: string; reason: string; orders: number }>(
      `select s.state, s.reason, count(order_id)::int as orders
        from order_schedules s join order_schedule_children on schedule = s.id where s.id = $1 group by 1, 2`,
      [id],
    );
    return rows;
  };
  await waitFor(async () => {
    exchange.wake('orders.twaps');
    expect(await rowsOf(ofOut)).toEqual([{ state: 'ended', reason: 'loggedOut', orders: 1 }]);
    expect(await rowsOf(ofFrozen)).toEqual([
      { state: 'ended', reason: expect.stringMatching(/accountLocked|loggedOut/) as unknown, orders: 1 },
    ]);
    expect(await rowsOf(ofAway)).toEqual([{ state: 'ended', reason: 'filled', orders: 4 }]);
  });
});

test('a customer has ten at a time, and ids of its orders are the exchange’s own', async () => {
  const anna = await trader();
  await makeBook(null);
  const all: Twap[] = [];
  for (let number = 0; number < maxTwaps; number += 1) all.push(await begin(anna));
  expect((await refusal(begin(anna))).info).toBe('At most 10 TWAP orders can run at a time');
  const order = { symbol, side: 'buy', type: 'limit', price: '40000', quantity: '0.001' } as const;
  const [first] = all;
  const reserved = await refusal(anna.call(calls.trade.create, { ...order, clientOrderId: `twap:${first?.id}:7` }));
  expect(reserved).toEqual({ code: Code.badRequest, info: 'Ids of this form are reserved for the exchange' });
  const page = await anna.call(calls.twap.list, { limit: 4 });
  const rest = await anna.call(calls.twap.list, { limit: 100, cursor: page.next ?? '' });
  expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual(all.map(({ id }) => id).toReversed());
  await anna.call(calls.twap.stop, { id: first?.id ?? '' });
  for (const { id } of [await begin(anna), ...all.slice(1)]) await anna.call(calls.twap.stop, { id });
});

test.each([
  [{ quantity: '0' }, /at least/],
  [{ quantity: '0.00003' }, /at least/],
  [{ quantity: '0.000001' }, /must be a multiple/],
  [{ quantity: '999999999999999' }, /over the maximum/],
  [{ worstPrice: '999999999999' }, /over the maximum|price/],
  [{ worstPrice: '50000.01' }, /must be a multiple/],
  [{ orders: 30 }, /at least 2 seconds apart/],
  [{ symbol: 'ABC/DEF' }, /No such market/],
])('%j is refused', async (odd, info) => {
  const answer = await refusal(maker.call(calls.twap.create, { clientId: 'odd', ...terms, ...odd }));
  expect(answer.info).toMatch(info);
});

test('a row that the exchange did not write orders nothing', async () => {
  const anna = await trader();
  await makeBook('50000');
  const twap = await begin(anna);
  await anna.call(calls.twap.stop, { id: twap.id });
  const planted = await exchange.database.pool.query<{ id: string }>(
    `insert into order_schedules (customer, client_id, kind, terms, created, session, mac, state, next_at)
      select customer, 'planted', kind, replace(terms, '"totalLots":1000', '"totalLots":90000'), created, session, mac, 'running', 0
        from order_schedules where id = $1 returning id`,
    [twap.id],
  );
  const [row] = planted.rows;
  await waitFor(async () => {
    exchange.wake('orders.twaps');
    const { rows } = await exchange.database.pool.query('select state, reason from order_schedules where id = $1', [
      row?.id,
    ]);
    expect(rows).toEqual([{ state: 'ended', reason: 'notGenuine' }]);
  });
  expect(
    (await anna.call(calls.trade.history, {})).items.filter(({ parent }) => parent?.id === String(row?.id)),
  ).toEqual([]);
});

test('orders of a plan use the customer’s limit, and aren’t refused by it', async () => {
  const limited = await startTestExchange({ ORDERS_PER_10S: '3' }, () => clock);
  const anna = await limited.register('anna');
  await anna.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '1000' });
  const bid = { symbol, side: 'buy', type: 'limit', price: '49000', quantity: '0.001' } as const;
  await anna.call(calls.trade.create, { ...bid, clientOrderId: 'bid' });
  await anna.call(calls.twap.create, { clientId: 'twap', ...terms, style: 'limit' });
  const partsOver = (parts: number): Promise<void> =>
    waitFor(async () => {
      limited.wake('orders.twaps');
      const { items } = await anna.call(calls.twap.list, {});
      expect(items.map(({ done }) => done)).toEqual([parts]);
    });
  await partsOver(1);
  // The bid, the plan and its first part.
  const fourth = await refusal(anna.call(calls.trade.create, { ...bid, clientOrderId: 'fourth' }));
  expect(fourth.code).toBe(Code.tooManyRequests);
  clock += 10 * secondMs;
  await partsOver(2);
  await limited.stop();
});

test('two gateways send each order once', async () => {
  const anna = await trader();
  await makeBook('50000');
  const other = await exchange.another();
  const twaps = await Promise.all([1, 2, 3].map(() => begin(anna, { quantity: '0.004', orders: 4 })));
  for (let part = 1; part <= 4; part += 1) {
    for (const twap of twaps) await doneOf(anna, twap, part);
    clock += 10 * secondMs;
  }
  for (const twap of twaps) {
    expect(await endOf(anna, twap)).toMatchObject({ reason: 'filled', filled: '0.00400' });
    expect(await childrenOf(anna, twap)).toHaveLength(4);
  }
  await other.stop();
});
