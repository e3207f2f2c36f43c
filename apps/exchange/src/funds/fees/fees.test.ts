import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestConsole, type TestConsole, type TestOperator } from '../../../testing/test-console.ts';
import type { MoneyCustomer } from '../../../testing/test-money.ts';
import { readAudit } from '../../audit/audit.ts';

let setup: TestConsole;
let market: TestOperator;
let anna: MoneyCustomer;
let bob: MoneyCustomer;

beforeAll(async () => {
  setup = await startTestConsole();
  ({ market } = setup.by);
  anna = await setup.money.customer('anna', 'zh', { USDT: '100000' });
  bob = await setup.money.customer('bob', 'en', { BTC: '1' });
});
afterAll(() => setup.money.exchange.stop());

const { fees, markets, customers, operators } = consoleCalls;
const dayMs = 86_400_000;
const lastAct = async () => (await readAudit(setup.money.exchange.database.db, { limit: 1 }))[0];
/** A customer's fees, as the trade page shows them. */
const paid = async (who: MoneyCustomer) =>
  Object.values((await who.call(calls.trade.detail, { symbol: 'BTC/USDT' })).fees).join(' ');
const marketFees = '0.0008 0.001';
let orders = 0;

/** Bob sells this quantity to Anna. */
async function trade(quantity: string): Promise<void> {
  const order = { symbol: 'BTC/USDT', type: 'limit', price: '25000', quantity } as const;
  for (const [who, side] of [[bob, 'sell'] as const, [anna, 'buy'] as const])
    await who.call(calls.trade.create, { ...order, side, clientOrderId: `order-${++orders}` });
}

/** Lets days pass, and restarts the exchange. */
async function daysLater(days: number): Promise<void> {
  setup.money.clock.time += days * dayMs;
  await setup.money.exchange.restart();
  const { db } = setup.money.exchange.database;
  const day = new Date(setup.money.clock.time).toISOString().slice(0, 10);
  await expect.poll(() => db.selectFrom('fee_days').select('day').where('day', '=', day).execute()).toHaveLength(1);
  market = await setup.enter('the.market', setup.by.market.secret);
}

/** A second operator agrees to the one act that waits. */
const agreed = async ({ state }: { readonly state: string }): Promise<void> => {
  expect(state).toBe('waitsForSecond');
  expect(await setup.agreeAll('market')).toBe(1);
};
const done = { state: 'set' };
const tierNamed = async (name: string): Promise<number> =>
  (await market.call(fees.tiers, {})).find(({ nameEn }) => nameEn === name)?.id ?? 0;
const silver = { nameZh: '白银', nameEn: 'Silver', makerPpm: 500, takerPpm: 700, fromUsdt: 10_000 };
const gold = { nameZh: '黄金', nameEn: 'Gold', makerPpm: 100, takerPpm: 300, fromUsdt: 20_000 };
const friends = { nameZh: '伙伴', nameEn: 'Friends', makerPpm: 0, takerPpm: 0 };

test('a customer who traded enough is in a tier the next day, pays its fees, and sees it', async () => {
  // Lower fees than any market's take two.
  const proposed = await market.call(fees.saveTier, silver);
  expect(await market.call(fees.tiers, {})).toEqual([]);
  expect((await market.call(operators.approvals, { open: true })).items).toMatchObject([
    { act: 'feeTier', input: { before: null, after: { id: null, ...silver }, customers: 0 } },
  ]);
  await agreed(proposed);
  const id = await tierNamed('Silver');
  await agreed(await market.call(fees.saveTier, gold));
  const { db } = setup.money.exchange.database;
  expect(await readAudit(db, { limit: 1, act: 'tier.save' })).toMatchObject([
    { operator: 'agreeing.market', after: { makerPpm: 100, proposer: 'the.market' } },
  ]);
  await expect(market.call(fees.saveTier, { ...friends, fromUsdt: 10_000 })).rejects.toMatchObject({
    code: Code.conflict,
  });
  await trade('0.4');
  expect([await paid(anna), await paid(bob)]).toEqual([marketFees, marketFees]);
  await daysLater(1);
  await expect.poll(() => paid(anna)).toBe('0.0005 0.0007');
  await expect.poll(() => paid(bob)).toBe('0.0005 0.0007');
  const [entry] = await readAudit(db, { limit: 1, act: 'fees.look' });
  const moved = [anna, bob].map((who) => ({ customer: Number(who.id), from: null, to: id }));
  expect(entry).toMatchObject({ operator: 'system', after: { moved: 2, customers: moved } });
  expect(await anna.call(calls.trade.volume, {})).toEqual({
    maker: '0.000000',
    taker: '10000.000000',
    fees: { tier: '白银', maker: '0.0005', taker: '0.0007' },
    tiers: [
      { name: '白银', from: '10000', maker: '0.0005', taker: '0.0007' },
      { name: '黄金', from: '20000', maker: '0.0001', taker: '0.0003' },
    ],
  });
  const seen = await (
    await setup.enter('the.support', setup.by.support.secret)
  ).call(customers.read, { id: Number(bob.id) });
  expect(seen).toMatchObject({
    fees: { makerPpm: 500, takerPpm: 700 },
    feeTier: { tier: { nameEn: 'Silver' }, byHand: false, turnoverUsdt: 10_000 },
  });
  expect(await market.call(fees.tiers, {})).toMatchObject([{ ...silver, customers: 2 }, gold]);
});

test('changing or deleting a tier takes effect at once for its customers', async () => {
  const [first, second] = await market.call(fees.tiers, {});
  const ofSilver = { ...silver, id: first?.id ?? 0 };
  const ofGold = { ...gold, id: second?.id ?? 0 };
  expect(await market.call(fees.saveTier, { ...ofSilver, makerPpm: 400 })).toMatchObject(done);
  await expect.poll(() => paid(anna)).toBe('0.0004 0.0007');
  expect(await lastAct()).toMatchObject({ act: 'tier.save', before: { makerPpm: 500 }, after: { makerPpm: 400 } });
  // Within reach now.
  expect(await market.call(fees.saveTier, { ...ofGold, fromUsdt: 10_001 })).toMatchObject(done);
  expect(await market.call(fees.saveTier, { ...ofSilver, makerPpm: 400, fromUsdt: 9_000 })).toMatchObject(done);
  expect(await market.call(fees.saveTier, { ...ofGold, fromUsdt: 10_000 })).toMatchObject(done);
  await expect.poll(() => paid(bob)).toBe('0.0001 0.0003');
  // Its customers pay more without it.
  const change = await market.call(fees.deleteTier, { id: ofGold.id });
  expect(await paid(bob)).toBe('0.0001 0.0003');
  await agreed(change);
  await expect.poll(() => paid(bob)).toBe('0.0004 0.0007');
  const { db } = setup.money.exchange.database;
  expect(await readAudit(db, { limit: 1, act: 'tier.delete' })).toMatchObject([{ before: { customers: 2 } }]);
  await expect(market.call(fees.deleteTier, { id: ofGold.id })).rejects.toMatchObject({ code: Code.notFound });
  await expect(market.call(fees.saveTier, { ...gold, id: 999 })).rejects.toMatchObject({ code: Code.notFound });
});

test.each<[string, object]>([
  ['a higher maker fee', { makerPpm: 401 }],
  ['a higher taker fee', { takerPpm: 701 }],
  ['more turnover', { fromUsdt: 9_001 }],
  ['no turnover', { fromUsdt: undefined }],
  ['the lowest fees of all', { makerPpm: 0 }],
])('a tier that changes to %s takes two operators', async (_what, changed) => {
  const id = await tierNamed('Silver');
  const now = { ...silver, makerPpm: 400, fromUsdt: 9_000 };
  const { fromUsdt, ...next } = { ...now, ...changed };
  const wanted = { ...next, id, ...(fromUsdt !== undefined && { fromUsdt }) };
  expect(await market.call(fees.saveTier, wanted)).toEqual({ state: 'waitsForSecond', tier: null });
  expect(await market.call(fees.tiers, {})).toMatchObject([now]);
  const { items } = await market.call(operators.approvals, { open: true });
  expect(items).toMatchObject([{ act: 'feeTier', input: { before: { id, ...now }, customers: 2 } }]);
  await market.call(operators.decide, { id: items[0]?.id ?? 0, agree: false });
});

test('a tier set by hand overrides volume until it is given back', async () => {
  await agreed(await market.call(fees.saveTier, { ...silver, id: await tierNamed('Silver'), fromUsdt: 9_000 }));
  await agreed(await market.call(fees.saveTier, friends));
  const id = await tierNamed('Friends');
  const act = { customer: Number(anna.id) };
  await agreed(await market.call(fees.setTier, { ...act, tier: id }));
  expect(await paid(anna)).toBe('0 0');
  const { db } = setup.money.exchange.database;
  expect(await readAudit(db, { limit: 1, act: 'fees.set' })).toMatchObject([
    {
      target: `customer ${anna.id}`,
      before: { tier: 'Silver', makerPpm: 500 },
      after: { tier: 'Friends', byHand: true, makerPpm: 0, proposer: 'the.market' },
    },
  ]);
  const few = { customer: Number(bob.id), makerPpm: 50, takerPpm: 60 };
  await agreed(await market.call(markets.setCustomerFees, few));
  await daysLater(1);
  expect([await paid(anna), await paid(bob)]).toEqual(['0 0', '0.00005 0.00006']);
  expect((await bob.call(calls.trade.volume, {})).fees).toEqual({ tier: null, maker: '0.00005', taker: '0.00006' });
  await agreed(await market.call(fees.setTier, act));
  await agreed(await market.call(markets.setCustomerFees, { customer: Number(bob.id), makerPpm: -1, takerPpm: -1 }));
  expect([await paid(anna), await paid(bob)]).toEqual(['0.0005 0.0007', '0.0005 0.0007']);
  const unknown = market.call(fees.setTier, { customer: 999_999, tier: id });
  await expect(unknown).rejects.toMatchObject({ code: Code.notFound });
  await expect(market.call(fees.setTier, { ...act, tier: 999 })).rejects.toMatchObject({ code: Code.notFound });
});

test('a customer without trades for 30 days pays the markets’ fees again', async () => {
  await daysLater(31);
  await expect.poll(() => paid(anna)).toBe(marketFees);
  expect((await anna.call(calls.trade.volume, {})).fees).toBeNull();
});

test('a process that died between tables and ledger syncs the ledger when it restarts', async () => {
  const { db } = setup.money.exchange.database;
  const [tier] = await market.call(fees.tiers, {});
  const row = { tier: tier?.id ?? 0, by_hand: true };
  await db.updateTable('customer_fees').set(row).where('customer', '=', Number(bob.id)).execute();
  await setup.money.exchange.restart();
  await expect.poll(() => paid(bob)).toBe('0.0005 0.0007');
});

test('fees that were set before tiers existed stay set', async () => {
  const { db } = setup.money.exchange.database;
  await agreed(await market.call(markets.setCustomerFees, { customer: Number(anna.id), makerPpm: 1, takerPpm: 2 }));
  await db.deleteFrom('customer_fees').where('customer', '=', Number(anna.id)).execute();
  await trade('0.4');
  await daysLater(1);
  expect(await paid(anna)).toBe('0.000001 0.000002');
  const seen = await (
    await setup.enter('the.support', setup.by.support.secret)
  ).call(customers.read, { id: Number(anna.id) });
  await expect.poll(() => paid(bob)).toBe('0.0005 0.0007');
  expect(seen.feeTier).toMatchObject({ tier: null, byHand: true });
});

test('fees change only while no other process changes or syncs them', async () => {
  const { pool } = setup.money.exchange.database;
  const other = await pool.connect();
  await other.query('begin');
  await other.query("select pg_advisory_xact_lock(hashtextextended('fees', 0))");
  let isOver = false;
  const set = market
    .call(markets.setCustomerFees, { customer: Number(bob.id), makerPpm: 500, takerPpm: 700 })
    .then(() => {
      isOver = true;
    });
  const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBeGreaterThan(0);
  expect(isOver).toBe(false);
  await other.query('rollback');
  other.release();
  await set;
  expect(await paid(bob)).toBe('0.0005 0.0007');
});
