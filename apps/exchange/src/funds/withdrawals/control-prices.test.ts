import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestConsole, type TestConsole } from '../../../testing/test-console.ts';
import { payPassword, type MoneyCustomer } from '../../../testing/test-money.ts';
import { refusal } from '../../../testing/test-withdrawals.ts';

let it: TestConsole;
let traders: readonly MoneyCustomer[];
let mallory: MoneyCustomer;
let addressId: string;
let solAddressId: string;
let ids = 0;
const { markets, treasury } = consoleCalls;
const dayMs = 86_400_000;
const minuteMs = 60_000;
const solAddress = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const address = '0x52908400098527886E0F7030069857D2E4169EE7';

beforeAll(async () => {
  it = await startTestConsole({
    CONTROL_PRICE_TRADES: '8',
    CONTROL_PRICE_CUSTOMERS: '4',
    CONTROL_PRICE_TURNOVER_USDT: '5000',
    RISK_REVIEW_FROM_USDT: '99999999',
    FOUR_EYES_FROM_USDT: '50000',
  });
  const coins = { USDT: '40000', ETH: '12', SOL: '50' };
  traders = await Promise.all(['t1', 't2', 't3', 't4'].map((name) => it.money.customer(name, 'en', coins)));
  mallory = await it.money.customer('mallory', 'en', { ETH: '28' });
  const fields = { coin: 'ETH', chain: 'ETH', name: 'mine', address, payPassword } as const;
  ({ id: addressId } = await mallory.call(calls.addresses.create, fields));
  const solana = { coin: 'SOL', chain: 'SOL', name: 'mine', address: solAddress, payPassword } as const;
  ({ id: solAddressId } = await trader(0).call(calls.addresses.create, solana));
  it.money.clock.time += dayMs;
});
afterAll(() => it.money.exchange.stop());
// The prices of a market are kept for a minute.
beforeEach(() => {
  it.money.clock.time += minuteMs + 1;
});

const trader = (index: number): MoneyCustomer => traders[index % traders.length] ?? mallory;

async function trade(symbol: string, price: string, quantity: string, [seller, buyer]: readonly [number, number]) {
  const order = { symbol, type: 'limit', price, quantity } as const;
  const place = (who: MoneyCustomer, side: 'buy' | 'sell') =>
    who.call(calls.trade.create, { ...order, side, clientOrderId: `o-${++ids}` });
  await place(trader(seller), 'sell');
  expect(await place(trader(buyer), 'buy')).toMatchObject({ state: 'filled' });
  // Answered once the tables have the trade: what is found in them of a market holds for a minute.
  await trader(buyer).call(calls.trade.volume, {});
}

async function askCode(amount: string): Promise<string> {
  await mallory.call(calls.withdrawals.sendCode, { coin: 'ETH', chain: 'ETH', amount, addressId });
  return it.money.codeOf(mallory);
}

async function withdraw(amount: string) {
  const code = await askCode(amount);
  const fields = { coin: 'ETH', chain: 'ETH', amount, addressId, code, payPassword } as const;
  return mallory.call(calls.withdrawals.submit, { ...fields, requestId: `out-${++ids}` });
}

/** As operators see it. The customer takes it back. */
async function seen(amount: string) {
  const { id, state } = await withdraw(amount);
  const officer = await it.enter('the.treasury', it.by.treasury.secret);
  const { items } = await officer.call(treasury.withdrawals, { state: state === 'approved' ? 'approved' : 'review' });
  const { worth, risks, fourEyes } = items.find((item) => item.id === Number(id)) ?? {};
  const decide = officer.call(treasury.reject, {
    id: Number(id),
    zh: '一',
    en: 'x',
    from: state === 'approved' ? 'approved' : 'review',
  });
  await decide;
  return { state, worth, risks, fourEyes };
}

const unvalued = { state: 'review', worth: null, fourEyes: true };

describe('a market that never traded, or too little, or between too few, values nothing', () => {
  test('no trade', async () => {
    expect(await seen('0.02')).toMatchObject(unvalued);
  });

  test('enough trades of two accounts', async () => {
    for (let index = 0; index < 10; index += 1)
      await trade('ETH/USDT', '3400', '0.2', index % 2 === 0 ? [0, 1] : [1, 0]);
    expect(await seen('0.02')).toMatchObject(unvalued);
  });

  test('of enough accounts, once there are enough trades of them all', async () => {
    for (let index = 0; index < 10; index += 1) await trade('ETH/USDT', '3400', '0.2', [index, index + 1]);
    expect(await seen('0.02')).toMatchObject({ state: 'approved', worth: '68.000000' });
  });

  test('enough trades that are worth too little', async () => {
    for (let index = 0; index < 10; index += 1) await trade('SOL/USDT', '200', '0.05', [index, index + 1]);
    const who = trader(0);
    const body = { coin: 'SOL', chain: 'SOL', amount: '1', addressId: solAddressId } as const;
    await who.call(calls.withdrawals.sendCode, body);
    const code = await it.money.codeOf(who);
    const out = await who.call(calls.withdrawals.submit, { ...body, code, payPassword, requestId: 'sol' });
    const { risks } = await it.money.exchange.database.db
      .selectFrom('withdrawals')
      .select('risks')
      .where('id', '=', Number(out.id))
      .executeTakeFirstOrThrow();
    expect(out.state).toBe('review');
    expect(risks).toContain('unvalued');
  });
});

describe('where the market is thick', () => {
  beforeAll(async () => {
    for (let index = 0; index < 12; index += 1) await trade('ETH/USDT', '3400', '0.4', [index, index + 1]);
  });

  test('no rate that an operator sets, or an older release wrote, lets 28 ETH leave', async () => {
    const operator = await it.enter('the.market', it.by.market.secret);
    const rate = { unit: 'ETH', perUsdt: '1000000000' };
    await expect(operator.call(markets.setRate, rate)).rejects.toMatchObject({ code: Code.badRequest });
    await it.money.exchange.database.db.insertInto('rates').values({ unit: 'ETH', per_usdt: '1000000000' }).execute();
    await it.money.exchange.restart();
    expect(await seen('28')).toMatchObject({
      state: 'review',
      worth: '95200.000000',
      risks: ['large', 'firstWithdrawal', 'newCustomer'],
      fourEyes: true,
    });
    const { dayLimit } = await mallory.call(calls.withdrawals.limits, {});
    expect(dayLimit).toBe('100000.000000');
  });

  test('the limit of a day counts by the same price', async () => {
    await mallory.call(calls.demo.faucet, { requestId: 'more', coin: 'ETH', amount: '10' });
    const refused = await refusal(askCode('30'));
    expect([refused.code, refused.data]).toEqual([Code.withdrawalLimit, { left: '100000.000000', field: 'amount' }]);
  });

  test('trades that bring the price down make nothing cheap', async () => {
    const operator = await it.enter('the.market', it.by.market.secret);
    const [view] = (await operator.call(markets.list, {})).markets.filter(({ symbol }) => symbol === 'ETH/USDT');
    if (!view) throw new Error('it is listed');
    const { symbol, maxQuantity, minAmount, maxAmount, makerPpm, takerPpm, maxOpenOrders } = view;
    // One operator lets the market fall as far as it may.
    const limits = { symbol, maxQuantity, minAmount, maxAmount, makerPpm, takerPpm, maxOpenOrders };
    await operator.call(markets.setLimits, {
      ...limits,
      bandPpm: 0,
      collarPpm: 1_000_000,
      volatilityPpm: 0,
      haltSeconds: 1,
      auctionSeconds: 1,
    });
    for (const price of ['2000', '1000', '400', '400', '400']) await trade('ETH/USDT', price, '0.2', [0, 1]);
    const { last } = (await operator.call(markets.list, {})).markets.find(({ symbol: one }) => one === symbol) ?? {};
    expect(last).toBe('400.00');
    // The mean of the day by volume is far above what the last trades say.
    const { state, worth } = await seen('5');
    expect(state).toBe('review');
    expect(Number(worth)).toBeGreaterThan(5 * 2_500);
  });

  test('nor does the hour after, however much is traded low', async () => {
    it.money.clock.time += 3_600_000;
    for (let index = 0; index < 12; index += 1) await trade('ETH/USDT', '400', '3', [index, index + 1]);
    const { worth } = await seen('5');
    expect(Number(worth)).toBeGreaterThan(5 * 1_000);
  });

  test('trades that bring the price up count at once', async () => {
    await trade('ETH/USDT', '5000', '0.01', [0, 1]);
    expect(await seen('1')).toMatchObject({ worth: '5000.000000' });
  });

  test('a day without trades, and nothing is known again', async () => {
    it.money.clock.time += dayMs;
    expect(await seen('0.02')).toMatchObject(unvalued);
  });

  test('accounts of one person that trade a coin down for weeks make it no cheaper until it was down for thirty days', async () => {
    const tradeLow = async () => {
      it.money.clock.time += dayMs;
      for (let index = 0; index < 12; index += 1) await trade('ETH/USDT', '400', '3', [index, index + 1]);
    };
    for (let day = 0; day < 3; day += 1) await tradeLow();
    expect(Number((await seen('5')).worth)).toBeGreaterThan(4_000);
    it.money.clock.time += 22 * dayMs;
    await tradeLow();
    expect(Number((await seen('5')).worth)).toBeGreaterThan(4_000);
    it.money.clock.time += 8 * dayMs;
    await tradeLow();
    expect(await seen('5')).toMatchObject({ worth: '2000.000000' });
  });
});
