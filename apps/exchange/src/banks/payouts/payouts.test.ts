import { readPain001 } from '@fft/bank-files';
import { consoleCalls } from '@fft/console-contract';
import { calls, Code, type Payout } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveViewed } from '../../../testing/test-console.ts';
import {
  bankEntry,
  houseIban,
  startTestBank,
  statementOf,
  type SentEntry,
  type TestBank,
} from '../../../testing/test-bank.ts';
import { payPassword, type MoneyCustomer } from '../../../testing/test-money.ts';
import { waitUntil } from '../../../testing/wait-for.ts';

let bank: TestBank;
let anna: MoneyCustomer;
let max: MoneyCustomer;
let annasAccount: string;
let count = 0;
const next = (): string => `P${++count}`;
const own = { coin: 'EUR', name: 'Home', kind: 'iban', number: 'DE02120300000000202051', payPassword } as const;

beforeAll(async () => {
  bank = await startTestBank({
    WITHDRAWAL_WAIT_SECONDS: '60',
    // Every payout needs a review, and counts as large.
    REVIEW_FROM_USDT: '1',
    RISK_REVIEW_FROM_USDT: '1',
    FOUR_EYES_FROM_USDT: '1',
    CONTROL_PRICE_TRADES: '1',
    CONTROL_PRICE_TURNOVER_USDT: '0',
  });
  anna = await bank.money.customer('anna');
  max = await bank.money.customer('max', 'en', { USDT: '1000' });
  await bank.verify(anna, 'Anna Müller');
  await bank.verify(max, 'Max Weber');
  annasAccount = (await anna.call(calls.banks.addAccount, own)).id;
  await max.call(calls.banks.addAccount, { ...own, number: 'DE75512108001245126199' });
  bank.money.clock.time += 61_000;
  const text = await bank.referenceOf(anna);
  await book(bankEntry({ reference: next(), amount: 1_010_000, text }));
  await trade();
});
afterAll(() => bank.money.exchange.stop());

/** Anna buys USDT from Max for euros, so that a market values euros by the price of USDT. */
async function trade(): Promise<void> {
  const market = { symbol: 'USDT/EUR', tick: '0.0001', lot: '0.01', maxQuantity: '100000', minAmount: '1' } as const;
  await bank.by.market.call(consoleCalls.markets.openMarket, { ...market, maxAmount: '1000000' });
  await bank.agreeAll('market');
  await anna.call(calls.transfer.submit, { requestId: next(), coin: 'EUR', from: 'fiat', to: 'coin', amount: '100' });
  const order = { symbol: 'USDT/EUR', type: 'limit', price: '0.8', quantity: '125' } as const;
  await max.call(calls.trade.create, { ...order, side: 'sell', clientOrderId: next() });
  await anna.call(calls.trade.create, { ...order, side: 'buy', clientOrderId: next() });
  // Values come from the tables.
  const fills = bank.money.exchange.database.db.selectFrom('fills').select('market');
  await waitUntil(async () => (await fills.executeTakeFirst()) !== undefined);
}

let balance = 0;
/** The bank books entries, and sends a statement that opens where the last one closed. */
async function book(...entries: SentEntry[]): Promise<void> {
  await bank.importFile(statementOf(entries, { opening: balance }));
  balance += entries.reduce((sum, { direction, amount }) => sum + (direction === 'in' ? amount : -amount), 0);
}

const held = async (): Promise<string | undefined> => {
  const { accounts } = await anna.call(calls.assets.overview, {});
  return accounts.fiat.find(({ coin }) => coin === 'EUR')?.frozen;
};

async function submit(amount: string): Promise<Payout> {
  const request = { coin: 'EUR', amount, accountId: annasAccount };
  await anna.call(calls.banks.sendPayoutCode, request);
  const code = await bank.money.codeOf(anna);
  return anna.call(calls.banks.submitPayout, { ...request, requestId: next(), code, payPassword });
}

/** A payout that two operators approved. */
async function approved(amount: string): Promise<Payout> {
  const payout = await submit(amount);
  await approveViewed(bank.li, Number(payout.id));
  await approveViewed(bank.wu, Number(payout.id));
  return payout;
}

const propose = (...payouts: Payout[]) =>
  bank.li.call(consoleCalls.banks.proposeBatch, {
    account: bank.account,
    items: payouts.map(({ id }) => `PAYOUT-${id}`).join(','),
  });

/** A payout that is on its way. */
async function released(amount: string): Promise<Payout> {
  const payout = await approved(amount);
  const { approval } = await propose(payout);
  await bank.agree(approval);
  return payout;
}

const stateOf = async ({ id }: Payout): Promise<string | undefined> =>
  (await anna.call(calls.banks.payouts, { limit: 100 })).items.find((each) => each.id === id)?.state;

const left = ({ id }: Payout, amount: number, reference = next()) =>
  bankEntry({ reference, amount, direction: 'out', endToEnd: bank.nameOf('payout', id), account: own.number });
const cameBack = ({ id }: Payout, amount: number, reference = next()) =>
  bankEntry({ reference, amount, endToEnd: bank.nameOf('payout', id), isReturn: true, reason: 'AC04' });

const find = async (reference: string | null) => {
  const { items } = await bank.li.call(consoleCalls.banks.entries, { limit: 100 });
  return items.find((each) => each.reference === reference);
};

test('a payout is reviewed, released by two operators as a payment file, and settled by the statement that shows it', async () => {
  const [option] = await anna.call(calls.banks.payoutOptions, {});
  expect(option).toMatchObject({ coin: 'EUR', usable: '10000.000000', fee: '0.000000', precision: 2 });
  // 100,000 USDT a day, at 0.8 euros each.
  expect(option).toMatchObject({ dayLimit: '100000.000000', dayLeft: '80000.000000' });
  expect(option?.leavesOn).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(option?.cutOff).toBeGreaterThan(bank.money.clock.time);
  const payout = await submit('250.50');
  expect(payout).toMatchObject({ kind: 'iban', number: own.number, arrives: '250.500000', state: 'review' });
  expect(await held()).toBe('250.500000');
  await approveViewed(bank.li, Number(payout.id));
  expect((await bank.li.call(consoleCalls.banks.payable, { account: bank.account })).items).toEqual([]);
  await approveViewed(bank.wu, Number(payout.id));
  const { items } = await bank.li.call(consoleCalls.banks.payable, { account: bank.account });
  const endToEnd = bank.nameOf('payout', payout.id);
  expect(items).toMatchObject([{ kind: 'payout', endToEnd, amount: '250.50', name: 'Anna Mueller' }]);

  const { batch, approval } = await propose(payout);
  await expect(bank.agree(approval, bank.li)).rejects.toMatchObject({ code: Code.conflict });
  await expect(bank.li.call(consoleCalls.banks.batchFile, { id: batch })).rejects.toMatchObject({
    code: Code.conflict,
  });
  const seen = await bank.wu.call(consoleCalls.banks.batch, { id: batch });
  expect(seen).toMatchObject({ state: 'proposed', count: 1, total: '250.50', proposer: 'li', approval, items });
  await bank.agree(approval);
  expect(await stateOf(payout)).toBe('sent');
  const { text, name } = await bank.li.call(consoleCalls.banks.batchFile, { id: batch });
  expect(name).toBe(`BATCH-${batch}.xml`);
  expect(readPain001(text)).toMatchObject({
    debtorAccount: houseIban,
    payments: [{ endToEnd, amount: 25_050, currency: 'EUR', name: 'Anna Mueller', account: own.number }],
  });
  expect(await held()).toBe('250.500000');

  await book(left(payout, 25_050));
  expect(await stateOf(payout)).toBe('done');
  expect([await bank.euros(anna), await held()]).toEqual(['9749.500000', '0.000000']);
  const { items: batches } = await bank.li.call(consoleCalls.banks.batches, {});
  expect(batches[0]).toMatchObject({ id: batch, state: 'released', releaser: 'wu' });
});

test('the waits, the code and the ownership are those of withdrawals', async () => {
  const fresh = await anna.call(calls.banks.addAccount, { ...own, number: 'DE75512108001245126199', name: 'New' });
  const request = { coin: 'EUR', amount: '10', accountId: annasAccount };
  await expect(anna.call(calls.banks.sendPayoutCode, { ...request, accountId: fresh.id })).rejects.toMatchObject({
    code: Code.withdrawalLimit,
  });
  await expect(max.call(calls.banks.sendPayoutCode, request)).rejects.toMatchObject({ code: Code.notFound });
  await expect(anna.call(calls.banks.sendPayoutCode, { ...request, amount: '10.001' })).rejects.toMatchObject({
    code: Code.offStep,
  });
  await expect(anna.call(calls.banks.sendPayoutCode, { ...request, amount: '99999' })).rejects.toMatchObject({
    code: Code.insufficientBalance,
  });
  await anna.call(calls.banks.sendPayoutCode, request);
  const code = await bank.money.codeOf(anna);
  const other = { ...request, amount: '11', requestId: next(), code, payPassword };
  await expect(anna.call(calls.banks.submitPayout, other)).rejects.toMatchObject({ code: Code.wrongCode });
  // The calls for coins don't pay to banks.
  const asCoins = { coin: 'EUR', chain: 'BANK', amount: '10', addressId: annasAccount };
  await expect(anna.call(calls.withdrawals.sendCode, asCoins)).rejects.toMatchObject({ code: Code.notFound });
  expect((await anna.call(calls.withdrawals.history, {})).items).toEqual([]);
});

test('a payout in review is cancelled, by its owner only', async () => {
  const payout = await submit('5');
  await expect(max.call(calls.banks.cancelPayout, { id: payout.id })).rejects.toMatchObject({ code: Code.notFound });
  expect(await anna.call(calls.banks.cancelPayout, { id: payout.id })).toMatchObject({ state: 'cancelled' });
  expect(await held()).toBe('0.000000');
});

describe('a statement can’t lie:', () => {
  test('another amount settles nothing', async () => {
    const payout = await released('20');
    const wrong = left(payout, 2_100);
    await book(wrong);
    expect(await find(wrong.reference)).toMatchObject({ state: 'queued', doubts: ['payout'] });
    expect(await stateOf(payout)).toBe('sent');
    await book(left(payout, 2_000));
    expect(await stateOf(payout)).toBe('done');
  });

  test('a payout leaves once, whatever else names it', async () => {
    const payout = await released('21');
    const again = left(payout, 2_100);
    await book(left(payout, 2_100), again);
    expect(await stateOf(payout)).toBe('done');
    expect(await find(again.reference)).toMatchObject({ state: 'queued', doubts: ['payout'] });
    expect(await held()).toBe('0.000000');
  });

  test('a payout that was never released', async () => {
    const payout = await approved('22');
    const early = left(payout, 2_200);
    await book(early);
    expect(await find(early.reference)).toMatchObject({ state: 'queued', doubts: ['payout'] });
    expect(await stateOf(payout)).toBe('approved');
    expect(await held()).toBe('22.000000');
    await bank.agree((await propose(payout)).approval);
    await book(left(payout, 2_200));
  });
});

test('a returned payout is given back once, also if its return is read first', async () => {
  const before = await bank.euros(anna);
  const payout = await released('30');
  const back = cameBack(payout, 2_900);
  await book(back, left(payout, 3_000));
  expect(await stateOf(payout)).toBe('returned');
  // The banks kept a euro.
  expect(Number(await bank.euros(anna)) - Number(before)).toBe(-1);
  expect(await find(back.reference)).toMatchObject({ state: 'gaveBack', customer: { customer: Number(anna.id) } });
  const again = cameBack(payout, 2_900);
  await book(again);
  expect(await find(again.reference)).toMatchObject({ state: 'queued', doubts: ['return'] });
  expect(Number(await bank.euros(anna)) - Number(before)).toBe(-1);
  const { items } = await anna.call(calls.content.list, { kind: 'account' });
  expect(items.map(({ title }) => title)).toContain('Your bank returned a withdrawal');
});

test('more than a payout never comes back by itself', async () => {
  const payout = await released('31');
  const back = cameBack(payout, 3_200);
  await book(left(payout, 3_100), back);
  expect(await stateOf(payout)).toBe('done');
  expect(await find(back.reference)).toMatchObject({ state: 'queued', doubts: ['return'] });
});

test('a transfer that only calls itself a return is no return', async () => {
  const before = await bank.euros(anna);
  const payout = await released('33');
  await book(left(payout, 3_300));
  const named = { ...cameBack(payout, 3_300), name: 'Eve Adams', isReturn: false, reason: null };
  await book(named);
  expect(await find(named.reference)).toMatchObject({ state: 'queued', doubts: ['return'] });
  expect(Number(await bank.euros(anna)) - Number(before)).toBe(-33);
});

test('a payout that the bank refused is given back by two operators, and then never settled', async () => {
  const before = await bank.euros(anna);
  const payout = await released('40');
  const { approval } = await bank.li.call(consoleCalls.banks.failPayout, {
    id: Number(payout.id),
    zh: '账户已注销',
    en: 'The account is closed',
  });
  await expect(bank.agree(approval, bank.li)).rejects.toMatchObject({ code: Code.conflict });
  expect(await stateOf(payout)).toBe('sent');
  await bank.agree(approval);
  expect(await stateOf(payout)).toBe('failed');
  expect(await bank.euros(anna)).toBe(before);
  const late = left(payout, 4_000);
  await book(late);
  expect(await find(late.reference)).toMatchObject({ state: 'queued', doubts: ['payout'] });
  expect(await bank.euros(anna)).toBe(before);
  const done = await released('41');
  await book(left(done, 4_100));
  const giveUp = { id: Number(done.id), zh: '否', en: 'no' };
  await expect(bank.li.call(consoleCalls.banks.failPayout, giveUp)).rejects.toMatchObject({ code: Code.conflict });
});

describe('a release is bound to its list:', () => {
  const change = (payout: Payout, values: object) =>
    bank.money.exchange.database.db
      .updateTable('withdrawals')
      .set(values)
      .where('id', '=', Number(payout.id))
      .execute();

  test.each([
    ['another account', { address: 'DE75512108001245126199' }],
    ['another amount', { amount: 500_000_000 }],
    ['another customer', { customer: 999_999 }],
  ])('%s in the database', async (_name, values) => {
    const { db } = bank.money.exchange.database;
    const payout = await approved('50');
    const row = await db
      .selectFrom('withdrawals')
      .selectAll()
      .where('id', '=', Number(payout.id))
      .executeTakeFirstOrThrow();
    const { approval, batch } = await propose(payout);
    await change(payout, values);
    await expect(bank.agree(approval)).rejects.toMatchObject({ code: Code.conflict });
    await expect(bank.li.call(consoleCalls.banks.batchFile, { id: batch })).rejects.toMatchObject({
      code: Code.conflict,
    });
    expect((await bank.li.call(consoleCalls.banks.payable, { account: bank.account })).items).toEqual([]);
    const { address, amount, customer } = row;
    await change(payout, { address, amount, customer });
    await bank.agree(approval);
    expect(await stateOf(payout)).toBe('sent');
    await book(left(payout, 5_000));
  });

  test('an approved batch releases once, and its payouts are in no other', async () => {
    const payout = await approved('51');
    const [one, other] = [await propose(payout), await propose(payout)];
    await bank.agree(one.approval);
    await expect(bank.agree(other.approval)).rejects.toMatchObject({ code: Code.conflict });
    await expect(propose(payout)).rejects.toMatchObject({ code: Code.conflict });
    await book(left(payout, 5_100));
    expect(await stateOf(payout)).toBe('done');
  });

  test('a stopped account is paid nothing', async () => {
    const { db } = bank.money.exchange.database;
    const payout = await approved('52');
    const { approval } = await propose(payout);
    const hold = { customer: Number(anna.id), reason: 'password', until: bank.money.clock.time + 1000 };
    await db.insertInto('holds').values(hold).execute();
    await expect(bank.agree(approval)).rejects.toMatchObject({ code: Code.conflict });
    expect(await stateOf(payout)).toBe('review');
    await db.deleteFrom('holds').where('customer', '=', Number(anna.id)).execute();
    await anna.call(calls.banks.cancelPayout, { id: payout.id });
  });
});

test('money without an owner goes back to its sender by a batch, and ends with the statement that shows it', async () => {
  const reference = next();
  const sender = { name: 'Eve Adams', account: 'DE02120300000000202051', text: 'who am I' };
  await book(bankEntry({ reference, amount: 600, ...sender }));
  const { id = 0 } = (await find(reference)) ?? {};
  const { approval } = await bank.li.call(consoleCalls.banks.decideEntry, {
    id,
    act: 'return',
    note: 'unknown sender',
  });
  await bank.agree(approval);
  const { items } = await bank.li.call(consoleCalls.banks.payable, { account: bank.account });
  expect(items).toMatchObject([
    { kind: 'return', endToEnd: bank.nameOf('return', id), name: 'Eve Adams', amount: '6.00' },
  ]);
  const batch = await bank.li.call(consoleCalls.banks.proposeBatch, { account: bank.account, items: `RETURN-${id}` });
  await bank.agree(batch.approval);
  expect((await bank.li.call(consoleCalls.banks.payable, { account: bank.account })).items).toEqual([]);
  const out = bankEntry({ reference: next(), amount: 600, direction: 'out', endToEnd: bank.nameOf('return', id) });
  await book(out);
  expect(await find(reference)).toMatchObject({ state: 'returned' });
  expect(await find(out.reference)).toMatchObject({ state: 'returned' });
});

test('a return that waits for its payment for an hour hides no difference of its day', async () => {
  const { db } = bank.money.exchange.database;
  const payout = await released('34');
  const back = cameBack(payout, 3_400);
  await book(back);
  const closing = async (): Promise<string | undefined> =>
    (await bank.li.call(consoleCalls.banks.days, {})).items.find(({ day }) => day === back.booked)?.closing;
  const shown = (balance / 100).toFixed(2);
  expect(await find(back.reference)).toMatchObject({ state: 'new' });
  expect(await closing()).not.toBe(shown);
  const anHourAgo = bank.money.clock.time - 3_600_001;
  await db.updateTable('bank_entries').set({ updated: anHourAgo }).where('reference', '=', back.reference).execute();
  bank.money.exchange.wake('banks.reconcile');
  await waitUntil(async () => (await closing()) === shown);
  await book(left(payout, 3_400));
  expect(await stateOf(payout)).toBe('returned');
});

test('an alarm names a payout that no statement shows for days, until one does', async () => {
  const { db } = bank.money.exchange.database;
  const payout = await released('35');
  const alarm = async () => {
    bank.money.exchange.wake('admin.sample');
    const { alarms } = await bank.li.call(consoleCalls.dashboard.read, { hours: 1 });
    return alarms.find(({ kind, until }) => kind === 'bankStatementLate' && until === null)?.detail;
  };
  const sent = (days: number) =>
    db
      .updateTable('withdrawals')
      .set({ updated: bank.money.clock.time - days * 86_400_000 })
      .where('id', '=', Number(payout.id))
      .execute();
  await sent(1);
  expect(await alarm()).toBe(undefined);
  await sent(8);
  await waitUntil(async () => (await alarm()) === `PAYOUT-${payout.id}`);
  await book(left(payout, 3_500));
  await waitUntil(async () => (await alarm()) === undefined);
});
