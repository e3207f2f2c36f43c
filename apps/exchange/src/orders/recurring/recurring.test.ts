import { createClient, RefusedError } from '@fft/client';
import {
  calls,
  Code,
  maxRecurring,
  writeInstant,
  type CallInput,
  type Order,
  type RecurringBuy,
  type RecurringRun,
} from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { standardLimits } from '../../accounts/limits/account-limits.ts';
import { newestCode } from '../../../testing/newest-code.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';
import { waitFor } from '../../../testing/wait-for.ts';

type Terms = CallInput<typeof calls.recurring.create>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const terms = { from: 'USDT', to: 'BTC', amount: '100', every: 'day', hour: 9, timeZone: 'Asia/Shanghai' } as const;

let clock: number;
let exchange: TestExchange;
let maker: TestCustomer;
let count = 0;

beforeAll(async () => {
  // Eight in the morning in Shanghai.
  clock = Date.parse('2026-11-26T00:00:00Z');
  // Sessions outlast the days that pass here.
  const session = { ...standardLimits.session, idleMs: 9_999 * hourMs, longestMs: 9_999 * hourMs };
  const password = { ...standardLimits.password, memoryKib: 64, passes: 1 };
  const code = { ...standardLimits.code, perMinute: 1_000, perHour: 1_000 };
  exchange = await startTestExchange({}, () => clock, { ...standardLimits, code, session, password });
  maker = await exchange.register('maker');
  await maker.call(calls.demo.faucet, { requestId: 'btc', coin: 'BTC', amount: '0.5' });
  await maker.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '9000' });
});
afterAll(() => exchange.stop());

async function buyer(usdt = '1000'): Promise<TestCustomer> {
  const customer = await exchange.register(`buyer-${++count}`);
  await customer.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: usdt });
  return customer;
}

/** A book with one ask. */
async function offer(price: string | null): Promise<void> {
  await maker.call(calls.trade.cancelAll, { symbol: 'all' });
  if (price === null) return;
  const order = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', quantity: '0.1', price } as const;
  await maker.call(calls.trade.create, { ...order, clientOrderId: `offer-${++count}` });
}

const begin = (who: TestCustomer, other: Partial<Terms> = {}): Promise<RecurringBuy> =>
  who.call(calls.recurring.create, { clientId: `buy-${++count}`, ...terms, ...other });

async function rowOf(who: TestCustomer, { id }: RecurringBuy): Promise<RecurringBuy> {
  const all = await who.call(calls.recurring.list, {});
  return all.find((each) => each.id === id) ?? expect.unreachable('it is not listed');
}

const runsOf = async (who: TestCustomer, { id }: RecurringBuy): Promise<readonly RecurringRun[]> =>
  (await who.call(calls.recurring.history, { id })).items;

/** Waits until nothing of the buy is due. */
async function settled(who: TestCustomer, buy: RecurringBuy): Promise<RecurringBuy> {
  return waitFor(async () => {
    exchange.wake('orders.recurringBuys');
    const now = await rowOf(who, buy);
    if (now.nextAt !== null && now.nextAt <= clock) throw new Error('it is due');
    return now;
  });
}

async function refusal(call: Promise<unknown>): Promise<{ readonly code: number; readonly info: string }> {
  const error = await call.catch((thrown: unknown) => thrown);
  return error instanceof RefusedError
    ? { code: error.code, info: error.message }
    : expect.unreachable('the call was not refused');
}

const ordersOf = async (who: TestCustomer): Promise<readonly Order[]> =>
  (await who.call(calls.trade.history, { limit: 100 })).items;

const messagesOf = async (who: TestCustomer): Promise<readonly string[]> => {
  const { items } = await who.call(calls.content.list, { kind: 'account' });
  return items.map(({ title }) => title).filter((title) => title.startsWith('Recurring'));
};

test('an amount is converted at its hour of the customer’s day, once, and the next one is a day later', async () => {
  const anna = await buyer();
  await offer('50000');
  const buy = await begin(anna);
  expect(buy).toMatchObject({ state: 'running', nextAt: Date.parse('2026-11-26T01:00:00Z'), reason: null });
  await settled(anna, buy);
  expect(await ordersOf(anna)).toEqual([]);
  clock += hourMs;
  const after = await settled(anna, buy);
  expect(after.nextAt).toBe(Date.parse('2026-11-27T01:00:00Z'));
  const [order, ...others] = await ordersOf(anna);
  expect(others).toEqual([]);
  expect(order).toMatchObject({
    clientOrderId: `recurring:${buy.id}:0`,
    parent: { kind: 'recurring', id: buy.id },
    side: 'buy',
    timeInForce: 'FOK',
    state: 'filled',
    filled: '0.00200',
  });
  const [run] = await runsOf(anna, buy);
  expect(run).toMatchObject({
    state: 'bought',
    due: Date.parse('2026-11-26T01:00:00Z'),
    price: '50000.000',
    orderId: order?.id,
  });
  expect([Number(run?.paid), Number(run?.received)]).toEqual([100, 0.001998]);
});

test('while the market has too little it is tried for an hour, with a new quote each time, then skipped with a message', async () => {
  const anna = await buyer();
  await offer(null);
  const buy = await begin(anna);
  const due = buy.nextAt ?? 0;
  clock = Math.max(clock, due);
  expect((await settled(anna, buy)).nextAt).toBe(clock + minuteMs);
  await offer('51000');
  clock += minuteMs;
  expect((await settled(anna, buy)).nextAt).toBe(due + 24 * hourMs);
  expect((await runsOf(anna, buy)).map(({ state, price }) => [state, price])).toEqual([['bought', '51000.000']]);

  await offer(null);
  // The exchange comes back two hours after the next one was due.
  clock = due + 26 * hourMs;
  const skipped = await settled(anna, buy);
  expect(skipped).toMatchObject({ state: 'running', reason: 'missed' });
  expect(await runsOf(anna, buy)).toMatchObject([{ state: 'skipped', reason: 'missed' }, { state: 'bought' }]);
  expect(skipped.nextAt).toBeGreaterThan(clock);
  expect(await messagesOf(anna)).toEqual(['Recurring buy skipped: BTC', 'Recurring buy set up: BTC']);
});

test('a buy that was tried is skipped with the reason of its last try', async () => {
  const anna = await buyer();
  await offer(null);
  const buy = await begin(anna);
  const due = buy.nextAt ?? 0;
  clock = Math.max(clock, due);
  await settled(anna, buy);
  clock = due + hourMs + minuteMs;
  expect(await settled(anna, buy)).toMatchObject({ reason: 'marketClosed' });

  // What the market offers stands behind an order of her own, larger than what others' plans take of it.
  await anna.call(calls.demo.faucet, { requestId: 'own', coin: 'BTC', amount: '0.1' });
  const own = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '49990', quantity: '0.05' } as const;
  await offer('50000');
  await anna.call(calls.trade.create, { ...own, clientOrderId: 'own' });
  const next = (await rowOf(anna, buy)).nextAt ?? 0;
  clock = next;
  expect((await settled(anna, buy)).nextAt).toBe(clock + minuteMs);
  clock += minuteMs;
  await settled(anna, buy);
  clock = next + hourMs + minuteMs;
  expect(await settled(anna, buy)).toMatchObject({ reason: 'ownOrder' });
  expect((await runsOf(anna, buy)).map(({ reason }) => reason)).toEqual(['ownOrder', 'marketClosed']);
  expect((await ordersOf(anna)).map(({ clientOrderId }) => clientOrderId)).toEqual(['own']);
  const { rows } = await exchange.database.pool.query<{ count: number }>(
    'select count(*)::int as count from order_schedule_children where schedule = $1',
    [buy.id],
  );
  // A reason that stays is written down once, and once more when the buy is skipped.
  expect(rows).toEqual([{ count: 4 }]);
  await anna.call(calls.trade.cancelAll, { symbol: 'all' });
});

test('a buy with too low a balance is skipped with a message; the third in a row pauses the schedule until its customer resumes it', async () => {
  const anna = await buyer('50');
  await offer('50000');
  const buy = await begin(anna);
  for (const skips of [1, 2, 3]) {
    clock = (await rowOf(anna, buy)).nextAt ?? expect.unreachable(`it was paused after ${skips - 1}`);
    await settled(anna, buy);
  }
  expect(await rowOf(anna, buy)).toMatchObject({ state: 'paused', reason: 'insufficientBalance', nextAt: null });
  expect(await messagesOf(anna)).toEqual([
    'Recurring buy paused: BTC',
    'Recurring buy skipped: BTC',
    'Recurring buy skipped: BTC',
    'Recurring buy set up: BTC',
  ]);
  expect((await runsOf(anna, buy)).map(({ state, reason }) => [state, reason])).toEqual(
    [1, 2, 3].map(() => ['skipped', 'insufficientBalance']),
  );
  expect(await ordersOf(anna)).toEqual([]);
  const resumed = await anna.call(calls.recurring.pause, { id: buy.id, paused: false });
  expect(resumed).toMatchObject({ state: 'running', reason: null });
  expect(resumed.nextAt).toBeGreaterThan(clock);
});

test('it is changed, paused and deleted by its owner alone', async () => {
  const [anna, eve] = [await buyer(), await buyer()];
  const buy = await begin(anna);
  const { id } = buy;
  const change = { id, amount: '200', every: 'month', monthDay: 28, hour: 0, timeZone: 'UTC' } as const;
  for (const acts of [
    () => eve.call(calls.recurring.change, change),
    () => eve.call(calls.recurring.pause, { id, paused: true }),
    () => eve.call(calls.recurring.remove, { id }),
    () => eve.call(calls.recurring.history, { id }),
    () => anna.call(calls.recurring.remove, { id: '0' }),
    () => anna.call(calls.twap.stop, { id }),
  ]) {
    expect((await refusal(acts())).code).toBe(Code.notFound);
  }
  expect(await anna.call(calls.recurring.pause, { id, paused: true })).toMatchObject({
    state: 'paused',
    reason: 'byCustomer',
    nextAt: null,
  });
  expect(await anna.call(calls.recurring.change, change)).toMatchObject({
    amount: '200',
    every: 'month',
    state: 'running',
  });
  await anna.call(calls.recurring.remove, { id });
  expect(await anna.call(calls.recurring.list, {})).toEqual([]);
  expect((await refusal(anna.call(calls.recurring.pause, { id, paused: false }))).code).toBe(Code.notFound);
  expect((await refusal(anna.call(calls.recurring.change, change))).code).toBe(Code.notFound);
});

test('a changed row still belongs to the exchange, a planted one buys nothing', async () => {
  const anna = await buyer();
  await offer('50000');
  const buy = await begin(anna);
  const { every, hour, timeZone } = terms;
  await anna.call(calls.recurring.change, { every, hour, timeZone, id: buy.id, amount: '50' });
  const due = (await rowOf(anna, buy)).nextAt ?? 0;
  clock = due;
  await settled(anna, buy);
  expect((await runsOf(anna, buy)).map(({ state }) => state)).toEqual(['bought']);
  const planted = await exchange.database.pool.query<{ id: string }>(
    `insert into order_schedules (customer, client_id, kind, terms, created, session, mac, state, next_at)
      select customer, 'planted', kind, replace(terms, '"50"', '"900"'), created, session, mac, 'running', $2
        from order_schedules where id = $1 returning id`,
    [buy.id, clock],
  );
  await waitFor(async () => {
    exchange.wake('orders.recurringBuys');
    const { rows } = await exchange.database.pool.query('select state, reason from order_schedules where id = $1', [
      planted.rows[0]?.id,
    ]);
    expect(rows).toEqual([{ state: 'ended', reason: 'notGenuine' }]);
  });
  expect(await ordersOf(anna)).toHaveLength(1);
});

test.each([
  [{ amount: '0' }, Code.amountOutOfRange],
  [{ amount: '4.99' }, Code.amountOutOfRange],
  [{ amount: '9999999999999999' }, Code.badRequest],
  [{ amount: '1.123456789' }, Code.badRequest],
  [{ to: 'USDT' }, Code.notFound],
  [{ to: 'ZZZ' }, Code.notFound],
  [{ timeZone: 'Mars/Base' }, Code.badRequest],
])('%j is refused', async (odd, code) => {
  const anna = await buyer();
  expect((await refusal(begin(anna, odd))).code).toBe(code);
});

test('a customer has at most ten, and the same id makes one', async () => {
  const anna = await buyer();
  const same = { clientId: 'same', ...terms };
  const first = await anna.call(calls.recurring.create, same);
  expect(await anna.call(calls.recurring.create, same)).toEqual(first);
  expect((await refusal(anna.call(calls.recurring.create, { ...same, hour: 10 }))).code).toBe(Code.conflict);
  for (let number = 1; number < maxRecurring; number += 1) await begin(anna);
  expect((await refusal(begin(anna))).info).toBe('You can have at most 10 recurring buys');
});

const mailsTo = async (name: string) =>
  (await exchange.anonymous.call(calls.demo.mailbox, { to: `${name}@test.example` })).map(({ subject }) => subject);

/** Registers with a name of its own; the mailbox has its mails. */
async function named(name: string): Promise<TestCustomer> {
  const customer = await exchange.register(name);
  await customer.call(calls.demo.faucet, { requestId: 'usdt', coin: 'USDT', amount: '1000' });
  return customer;
}

test('a new one is told by mail, and many in a day by five mails', async () => {
  const anna = await named('told');
  const buy = await begin(anna);
  await waitFor(async () => expect(await mailsTo('told')).toContain('FFT: Recurring buy set up: BTC'));
  await anna.call(calls.recurring.remove, { id: buy.id });
  for (let again = 0; again < 8; again += 1) {
    await anna.call(calls.recurring.remove, { id: (await begin(anna)).id });
  }
  const { rows } = await exchange.database.pool.query<{ queued: number }>(
    'select count(*) as queued from outbox where customer = $1',
    [anna.id],
  );
  await waitFor(async () => {
    const made = (await mailsTo('told')).filter((subject) => subject.includes('set up'));
    expect(made).toHaveLength(5);
  });
  expect(Number(rows[0]?.queued)).toBeLessThanOrEqual(5);
  const { items } = await anna.call(calls.content.list, { kind: 'account', limit: 50 });
  expect(items.filter(({ title }) => title.includes('set up'))).toHaveLength(9);
});

test('its message carries the first buy’s instant; the mail writes it in the buy’s own zone', async () => {
  const anna = await named('abroad');
  const { nextAt } = await begin(anna);
  const { items } = await anna.call(calls.content.list, { kind: 'account' });
  const made = items.find(({ title }) => title.includes('set up'));
  expect(made?.summary.endsWith(`The first one is at ${writeInstant(nextAt ?? 0)}.`)).toBe(true);
  const mail = await waitFor(async () => {
    const mails = await exchange.anonymous.call(calls.demo.mailbox, { to: 'abroad@test.example' });
    return mails.find(({ subject }) => subject.includes('set up')) ?? expect.unreachable('it is not sent yet');
  });
  // Nine in the morning in Shanghai.
  expect(mail.text).toMatch(/The first one is at \d{4}-\d\d-\d\d 09:00 \(Asia\/Shanghai\)\./);
});

test('a password reset pauses what a thief made; the owner is told, and lets all go on by one act', async () => {
  const anna = await named('robbed');
  await offer('50000');
  const [kept, stopped] = [await begin(anna), await begin(anna, { amount: '50' })];
  await anna.call(calls.recurring.pause, { id: stopped.id, paused: true });
  const email = 'robbed@test.example';
  clock += 2 * minuteMs;
  const { flow } = await exchange.anonymous.call(calls.auth.requestPasswordReset, { email });
  const mails = await exchange.anonymous.call(calls.demo.mailbox, { to: email });
  const password = 'quite another horse';
  const form = { email, flow, code: newestCode(mails), password, passwordConfirm: password };
  await exchange.anonymous.call(calls.auth.resetPassword, form);
  // Before the clock moves on: a warning that waits for more than a day is dropped.
  await waitFor(async () => expect(await mailsTo('robbed')).toContain('FFT: Your recurring buys are paused'));
  clock += 26 * hourMs;
  exchange.wake('orders.recurringBuys');
  const { token } = await exchange.anonymous.call(calls.auth.login, { email, password });
  const owner = createClient({ baseUrl: exchange.url, token: () => token, lang: () => 'en' });
  const list = await owner.call(calls.recurring.list, {});
  expect(list.map(({ id, state, reason }) => [id, state, reason])).toEqual([
    [stopped.id, 'paused', 'byCustomer'],
    [kept.id, 'paused', 'accountSecured'],
  ]);
  expect((await owner.call(calls.recurring.history, { id: kept.id })).items).toEqual([]);
  const resumed = await owner.call(calls.recurring.resume, {});
  expect(resumed.map(({ id, state }) => [id, state])).toEqual([
    [stopped.id, 'paused'],
    [kept.id, 'running'],
  ]);
  expect(resumed[1]?.nextAt).toBeGreaterThan(clock);
});

test('a freeze pauses them, also where no buy is due before support lifts it', async () => {
  const anna = await named('frozen');
  const buy = await begin(anna);
  await anna.call(calls.user.freeze, { password: 'the password of frozen' });
  const { rows } = await exchange.database.pool.query('select state, reason from order_schedules where id = $1', [
    buy.id,
  ]);
  expect(rows).toEqual([{ state: 'paused', reason: 'accountSecured' }]);
});

test('of those that ended, the latest are kept: each new one takes twenty older ones with it', async () => {
  const anna = await named('many');
  await exchange.database.pool.query(
    `insert into order_schedules (customer, client_id, kind, terms, created, mac, state, next_at, ended)
      select $1, 'old ' || n, 'recurring', '{}', 0, '', 'ended', 0, 0 from generate_series(1, 230) n`,
    [anna.id],
  );
  const ended: number[] = [];
  for (let made = 0; made < 3; made += 1) {
    await begin(anna);
    const { rows } = await exchange.database.pool.query<{ count: number }>(
      "select count(*) as count from order_schedules where customer = $1 and state = 'ended'",
      [anna.id],
    );
    ended.push(Number(rows[0]?.count));
  }
  expect(ended).toEqual([210, 200, 200]);
});
