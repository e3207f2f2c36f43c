import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestConsole, type TestConsole } from '../../../testing/test-console.ts';
import { payPassword, type MoneyCustomer } from '../../../testing/test-money.ts';
import { refusal } from '../../../testing/test-withdrawals.ts';

let setup: TestConsole;
let traders: readonly MoneyCustomer[];
let mallory: MoneyCustomer;
let addressId: string;
let solAddressId: string;
let ids = 0;
const { markets, treasury } = consoleCalls;
const dayMs = 86_400_000;
const minuteMs = 60_000;
const solAddress = '7VHUFJHWu2CuExkJcJrzhQPJ2oygupTWkL2A2For4BmE';
const address = '0x52908400098527886E0F7030069857D2E4169EE7';

beforeAll(async () => {
  setup = await startTestConsole({
    CONTROL_PRICE_TRADES: '8',
    CONTROL_PRICE_CUSTOMERS: '4',
    CONTROL_PRICE_TURNOVER_USDT: '5000',
    RISK_REVIEW_FROM_USDT: '99999999',
    FOUR_EYES_FROM_USDT: '50000',
  });
  const coins = { USDT: '40000', ETH: '12', SOL: '50' };
  traders = await Promise.all(['t1', 't2', 't3', 't4'].map((name) => setup.money.customer(name, 'en', coins)));
  mallory = await setup.money.customer('mallory', 'en', { ETH: '28' });
  const fields = { coin: 'ETH', chain: 'ETH', name: 'mine', address, payPassword } as const;
  ({ id: addressId } = await mallory.call(calls.addresses.create, fields));
  const solana = { coin: 'SOL', chain: 'SOL', name: 'mine', address: solAddress, payPassword } as const;
  ({ id: solAddressId } = await trader(0).call(calls.addresses.create, solana));
  setup.money.clock.time += dayMs;
});
afterAll(() => setup.money.exchange.stop());
// A market's prices are cached for a minute.
beforeEach(() => {
  setup.money.clock.time += minuteMs + 1;
});

const trader = (index: number): MoneyCustomer => traders[index % traders.length] ?? mallory;

async function trade(symbol: string, price: string, quantity: string, [seller, buyer]: readonly [number, number]) {
  const order = { symbol, type: 'limit', price, quantity } as const;
  const place = (who: MoneyCustomer, side: 'buy' | 'sell') =>
    who.call(calls.trade.create, { ...order, side, clientOrderId: `o-${++ids}` });
  await place(trader(seller), 'sell');
  expect(await place(trader(buyer), 'buy')).toMatchObject({ state: 'filled' });
  // Waits until the tables have the trade; a market's result is cached for a minute.
  await trader(buyer).call(calls.trade.volume, {});
}

async function askCode(amount: string): Promise<string> {
  await mallory.call(calls.withdrawals.sendCode, { coin: 'ETH', chain: 'ETH', amount, addressId });
  return setup.money.codeOf(mallory);
}

async function withdraw(amount: string) {
  const code = await askCode(amount);
  const fields = { coin: 'ETH', chain: 'ETH', amount, addressId, code, payPassword } as const;
  return mallory.call(calls.withdrawals.submit, { ...fields, requestId: `out-${++ids}` });
}

/** The withdrawal as operators see it. The customer cancels it afterwards. */
async function seen(amount: string) {
  const { id, state } = await withdraw(amount);
  const officer = await setup.enter('the.treasury', setup.by.treasury.secret);
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

describe('a market values nothing', () => {
  test('without trades', async () => {
    expect(await seen('0.02')).toMatchObject(unvalued);
  });

  test('with enough trades of only two accounts', async () => {
    for (let index = 0; index < 10; index += 1)
      await trade('ETH/USDT', '3400', '0.2', index % 2 === 0 ? [0, 1] : [1, 0]);
    expect(await seen('0.02')).toMatchObject(unvalued);
  });

  test('until enough accounts have enough trades', async () => {
    for (let index = 0; index < 10; index += 1) await trade('ETH/USDT', '3400', '0.2', [index, index + 1]);
    expect(await seen('0.02')).toMatchObject({ state: 'approved', worth: '68.000000' });
  });

  test('with enough trades of too little worth', async () => {
    for (let index = 0; index < 10; index += 1) await trade('SOL/USDT', '200', '0.05', [index, index + 1]);
    const who = trader(0);
    const body = { coin: 'SOL', chain: 'SOL', amount: '1', addressId: solAddressId } as const;
    await who.call(calls.withdrawals.sendCode, body);
    const code = await setup.money.codeOf(who);
    const out = await who.call(calls.withdrawals.submit, { ...body, code, payPassword, requestId: 'sol' });
    const { risks } = await setup.money.exchange.database.db
      .selectFrom('withdrawals')
      .select('risks')
      .where('id', '=', Number(out.id))
      .executeTakeFirstOrThrow();
    expect(out.state).toBe('review');
    expect(risks).toContain('unvalued');
  });
});

describe('in a liquid market', () => {
  beforeAll(async () => {
    for (let index = 0; index < 12; index += 1) await trade('ETH/USDT', '3400', '0.4', [index, index + 1]);
  });

  test('no rate that an operator sets, or an older release wrote, lets 28 ETH leave', async () => {
    const operator = await setup.enter('the.market', setup.by.market.secret);
    const rate = { unit: 'ETH', perUsdt: '1000000000' };
    await expect(operator.call(markets.setRate, rate)).rejects.toMatchObject({ code: Code.badRequest });
    await setup.money.exchange.database.db
      .insertInto('rates')
      .values({ unit: 'ETH', per_usdt: '1000000000' })
      .execute();
    await setup.money.exchange.restart();
    expect(await seen('28')).toMatchObject({
      state: 'review',
      worth: '95200.000000',
      risks: ['large', 'firstWithdrawal', 'newCustomer'],
      fourEyes: true,
    });
    const { dayLimit } = await mallory.call(calls.withdrawals.limits, {});
    expect(dayLimit).toBe('100000.000000');
  });

  test('the daily limit counts by the same price', async () => {
    await mallory.call(calls.demo.faucet, { requestId: 'more', coin: 'ETH', amount: '10' });
    const refused = await refusal(askCode('30'));
    expect([refused.code, refused.data]).toEqual([Code.withdrawalLimit, { left: '100000.000000', field: 'amount' }]);
  });

  test('trades at falling prices make no coin cheap', async () => {
    const operator = await setup.enter('the.market', setup.by.market.secret);
    const [view] = (await operator.call(markets.list, {})).markets.filter(({ symbol }) => symbol === 'ETH/USDT');
    if (!view) throw new Error('the market is not listed');
    const { symbol, maxQuantity, minAmount, maxAmount, makerPpm, takerPpm, maxOpenOrders } = view;
    // Two operators let the market fall as far as it can.
    const limits = { symbol, maxQuantity, minAmount, maxAmount, makerPpm, takerPpm, maxOpenOrders };
    await operator.call(markets.setLimits, {
      ...limits,
      bandPpm: 0,
      collarPpm: 1_000_000,
      volatilityPpm: 0,
      haltSeconds: 1,
      auctionSeconds: 1,
    });
    await setup.agreeAll('market');
    for (const price of ['2000', '1000', '400', '400', '400']) await trade('ETH/USDT', price, '0.2', [0, 1]);
    const { last } = (await operator.call(markets.list, {})).markets.find(({ symbol: one }) => one === symbol) ?? {};
    expect(last).toBe('400.00');
    // The day's mean by volume is far above the last trades.
    const { state, worth } = await seen('5');
    expect(state).toBe('review');
    expect(Number(worth)).toBeGreaterThan(5 * 2_500);
  });

  test('nor does the hour after, however much is traded low', async () => {
    setup.money.clock.time += 3_600_000;
    for (let index = 0; index < 12; index += 1) await trade('ETH/USDT', '400', '3', [index, index + 1]);
    const { worth } = await seen('5');
    expect(Number(worth)).toBeGreaterThan(5 * 1_000);
  });

  test('trades at rising prices count at once', async () => {
    await trade('ETH/USDT', '5000', '0.01', [0, 1]);
    expect(await seen('1')).toMatchObject({ worth: '5000.000000' });
  });

  test('a day without trades makes the worth unknown again', async () => {
    setup.money.clock.time += dayMs;
    expect(await seen('0.02')).toMatchObject(unvalued);
  });

  test('one person’s accounts that trade a coin down make it no cheaper until it was down for thirty days', async () => {
    const tradeLow = async () => {
      setup.money.clock.time += dayMs;
      for (let index = 0; index < 12; index += 1) await trade('ETH/USDT', '400', '3', [index, index + 1]);
    };
    for (let day = 0; day < 3; day += 1) await tradeLow();
    expect(Number((await seen('5')).worth)).toBeGreaterThan(4_000);
    setup.money.clock.time += 22 * dayMs;
    await tradeLow();
    expect(Number((await seen('5')).worth)).toBeGreaterThan(4_000);
    setup.money.clock.time += 8 * dayMs;
    await tradeLow();
    expect(await seen('5')).toMatchObject({ worth: '2000.000000' });
  });
});
