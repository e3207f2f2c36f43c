import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestConsole, type TestConsole } from '../../testing/test-console.ts';
import type { MoneyCustomer } from '../../testing/test-money.ts';
import { readAudit } from '../audit/audit.ts';

let testConsole: TestConsole;
let anna: MoneyCustomer;
let bob: MoneyCustomer;

beforeAll(async () => {
  testConsole = await startTestConsole();
  anna = await testConsole.money.customer('anna', 'en', { USDT: '10000' });
  bob = await testConsole.money.customer('bob', 'zh', { USDT: '10000' });
});
afterAll(() => testConsole.money.exchange.stop());

const { markets, treasury, operators } = consoleCalls;
const lastAct = async () => (await readAudit(testConsole.money.exchange.database.db, { limit: 1 }))[0];
const waits = { state: 'waitsForSecond' };
const done = { state: 'set' };
/** A second operator agrees to the one act that waits. */
const agreed = async (): Promise<void> => expect(await testConsole.agreeAll('market')).toBe(1);
const open = async () => (await testConsole.by.market.call(operators.approvals, { open: true })).items;
const proposed = async () => (await open())[0];
const refuseAll = async (): Promise<void> => {
  for (const { id } of await open()) await testConsole.by.market.call(operators.decide, { id, agree: false });
};
const acts = (act: string) => readAudit(testConsole.money.exchange.database.db, { limit: 2, act });
const listed = async () =>
  (await testConsole.by.market.call(markets.list, {})).markets.find(({ symbol }) => symbol === 'GEM/USDT');
let orders = 0;
const order = (symbol: string, side: 'buy' | 'sell', price: string, quantity: string) => ({
  clientOrderId: `order-${++orders}`,
  symbol,
  side,
  type: 'limit' as const,
  price,
  quantity,
});

describe('markets', () => {
  const rules = {
    symbol: 'GEM/USDT',
    tick: '0.01',
    lot: '0.1',
    maxQuantity: '10000',
    minAmount: '1',
    maxAmount: '100000',
    makerPpm: 900,
    takerPpm: 1000,
  };
  const asset = { code: 'GEM', decimals: 6, zh: '宝石', en: 'Gem' };

  test('listing an asset and opening a market takes no restart', async () => {
    const { market } = testConsole.by;
    await expect(market.call(markets.openMarket, rules)).rejects.toMatchObject({ code: Code.badRequest });
    expect(await market.call(markets.listAsset, asset)).toEqual(waits);
    await expect(market.call(markets.openMarket, rules)).rejects.toMatchObject({ code: Code.badRequest });
    await agreed();
    expect((await market.call(markets.list, {})).assets).toContainEqual({ ...asset, fiat: false });
    await expect(market.call(markets.listAsset, asset)).rejects.toMatchObject({ code: Code.conflict });
    expect(await market.call(markets.openMarket, rules)).toEqual(waits);
    expect(await listed()).toBeUndefined();
    await agreed();
    expect(await listed()).toMatchObject({ state: 'open', tick: '0.01', last: null });
    expect(await acts('market.open')).toMatchObject([
      { operator: 'agreeing.market', target: 'market GEM/USDT', after: { makerPpm: 900, proposer: 'the.market' } },
    ]);
    await expect(market.call(markets.openMarket, rules)).rejects.toMatchObject({ code: Code.conflict });

    const credit = {
      kind: 'received',
      customer: Number(bob.id),
      account: 'coin',
      coin: 'GEM',
      amount: '50',
      reference: 'first gems',
    } as const;
    const { approval } = await testConsole.by.treasury.call(treasury.adjust, credit);
    const second = await testConsole.operator('second.treasury', 'treasury');
    await second.call(operators.decide, { id: approval, agree: true });
    await bob.call(calls.trade.create, order('GEM/USDT', 'sell', '2.5', '10'));
    const bought = await anna.call(calls.trade.create, order('GEM/USDT', 'buy', '2.5', '4'));
    expect(bought).toMatchObject({ state: 'filled', average: '2.5000' });
    const { accounts } = await bob.call(calls.assets.overview, {});
    expect(accounts.coin).toContainEqual(expect.objectContaining({ coin: 'GEM', name: '宝石', usable: '40.000000' }));
    expect(await listed()).toMatchObject({ last: '2.50', volume: '10.000000' });
  });

  test('a market accepts only what its state allows: open, cancel-only, halted or in auction', async () => {
    const { market } = testConsole.by;
    const set = (state: 'open' | 'cancelOnly' | 'halted' | 'auction') =>
      market.call(markets.setState, { symbol: 'GEM/USDT', state });
    const [resting, other] = [
      await anna.call(calls.trade.create, order('GEM/USDT', 'buy', '2.4', '1')),
      await anna.call(calls.trade.create, order('GEM/USDT', 'buy', '2.4', '1')),
    ];
    const buy = () => anna.call(calls.trade.create, order('GEM/USDT', 'buy', '2.4', '1'));
    const cancel = ({ id }: { readonly id: string }) => anna.call(calls.trade.cancel, { id });
    expect(await set('halted')).toEqual(done);
    expect(await listed()).toMatchObject({ state: 'halted' });
    expect(await lastAct()).toMatchObject({
      act: 'market.setState',
      before: { state: 'open' },
      after: { state: 'halted' },
    });
    await expect(buy()).rejects.toMatchObject({ code: Code.marketNotOpen });
    expect(await cancel(other)).toMatchObject({ state: 'cancelled' });
    await set('cancelOnly');
    await expect(buy()).rejects.toMatchObject({ code: Code.marketNotOpen });
    expect(await cancel(resting)).toMatchObject({ state: 'cancelled' });
    await set('auction');
    // Crosses bob's 2.5, and waits until the market opens.
    const waiting = await anna.call(calls.trade.create, order('GEM/USDT', 'buy', '2.6', '1'));
    expect(waiting.state).toBe('processing');
    // Opening takes two; what the market was when it was proposed is what they agree to leave.
    expect(await set('open')).toEqual(waits);
    await set('cancelOnly');
    await expect(testConsole.agreeAll('market')).rejects.toMatchObject({ code: Code.conflict });
    await refuseAll();
    await set('auction');
    expect(await set('open')).toEqual(waits);
    expect(await listed()).toMatchObject({ state: 'auction' });
    await agreed();
    const { items } = await anna.call(calls.trade.history, { id: waiting.id });
    expect(items).toMatchObject([{ state: 'filled' }]);
    await expect(market.call(markets.setState, { symbol: 'NO/USDT', state: 'open' })).rejects.toMatchObject({
      code: Code.notFound,
    });
  });

  const paid = async () => Object.values((await anna.call(calls.trade.detail, { symbol: 'GEM/USDT' })).fees).join(' ');
  const setFees = (makerPpm: number, takerPpm: number) =>
    testConsole.by.market.call(markets.setCustomerFees, { customer: Number(anna.id), makerPpm, takerPpm });

  test('a customer’s own fees apply until the market’s fees are restored', async () => {
    const before = await paid();
    // Within the schedule: no dearer anywhere, and no less than anyone can reach.
    expect(await setFees(800, 1000)).toEqual(done);
    expect(await paid()).toBe('0.0008 0.001');
    const { id } = await anna.call(calls.trade.create, order('GEM/USDT', 'buy', '2.5', '1'));
    const { items } = await anna.call(calls.trade.history, { id });
    expect(items).toMatchObject([{ state: 'filled', fee: '0.001000' }]);
    // Dearer in this market than her own.
    expect(await setFees(-1, -1)).toEqual(waits);
    await agreed();
    expect(await paid()).toBe(before);
    expect(await acts('fees.set')).toMatchObject([
      { operator: 'agreeing.market', before: { makerPpm: 800 }, after: { makerPpm: null, proposer: 'the.market' } },
      { operator: 'the.market' },
    ]);
    await expect(setFees(-1, 100)).rejects.toMatchObject({ code: Code.badRequest });
  });

  test.each([
    ['dearer for the maker', 901, 1000],
    ['dearer for the taker', 800, 1001],
    ['lower than anyone can reach, as maker', 799, 1000],
    ['lower than anyone can reach, as taker', 800, 999],
    ['nothing', 0, 0],
  ])(
    'own fees that are %s take two operators, who read the old and the new ones',
    async (_what, makerPpm, takerPpm) => {
      const before = await paid();
      expect(await setFees(makerPpm, takerPpm)).toEqual(waits);
      expect(await paid()).toBe(before);
      expect(await proposed()).toMatchObject({
        act: 'customerFees',
        input: { customer: Number(anna.id), kind: 'own', before: null, after: { makerPpm, takerPpm } },
      });
      await refuseAll();
      expect(await paid()).toBe(before);
    },
  );

  test('nobody gets fees above the settings’ maximum, however many agree', async () => {
    const tooHigh = { code: Code.badRequest, message: 'A fee is at most 1 %' };
    await expect(setFees(10_001, 0)).rejects.toMatchObject(tooHigh);
    await expect(setFees(0, 1_000_000)).rejects.toMatchObject(tooHigh);
    const { market } = testConsole.by;
    const limits = { ...figures, symbol: 'GEM/USDT' };
    await expect(market.call(markets.setLimits, { ...limits, takerPpm: 10_001 })).rejects.toMatchObject(tooHigh);
    const other = { ...rules, symbol: 'GEM/BTC', takerPpm: 10_001 };
    await expect(market.call(markets.openMarket, other)).rejects.toMatchObject(tooHigh);
    const tier = { nameZh: '贵', nameEn: 'Dear', makerPpm: 10_001, takerPpm: 0 };
    await expect(market.call(consoleCalls.fees.saveTier, tier)).rejects.toMatchObject(tooHigh);
  });

  const figures = {
    maxQuantity: '10000.0',
    minAmount: '1.000000',
    maxAmount: '100000.000000',
    makerPpm: 900,
    takerPpm: 1000,
    bandPpm: 200_000,
    collarPpm: 50_000,
    maxOpenOrders: 200,
    maxFills: 1000,
    maxIcebergParts: 100,
    volatilityPpm: 100_000,
    haltSeconds: 30,
    auctionSeconds: 30,
  };
  const setLimits = (changed: object) =>
    testConsole.by.market.call(markets.setLimits, { ...figures, ...changed, symbol: 'GEM/USDT' });

  test.each<[string, object]>([
    ['a higher maker fee', { makerPpm: 901 }],
    ['a higher taker fee', { takerPpm: 1001 }],
    ['a fee lower than anyone can reach', { makerPpm: 799 }],
    ['a wider band', { bandPpm: 200_001 }],
    ['no band', { bandPpm: 0 }],
    ['a wider collar', { collarPpm: 1_000_000 }],
    ['a looser halt', { volatilityPpm: 100_001 }],
    ['no halt', { volatilityPpm: 0 }],
    ['a shorter halt', { haltSeconds: 29 }],
    ['a shorter auction', { auctionSeconds: 29 }],
    ['larger orders', { maxQuantity: '10000.1' }],
    ['dearer orders', { maxAmount: '100000.1' }],
    ['smaller orders', { minAmount: '0.9' }],
    ['more open orders', { maxOpenOrders: 201 }],
    ['more fills', { maxFills: 1001 }],
    ['more parts of icebergs', { maxIcebergParts: 101 }],
  ])('%s takes two operators, who read the old and the new figures', async (_what, changed) => {
    expect(await setLimits(changed)).toEqual(waits);
    expect(await listed()).toMatchObject(figures);
    const { act, input } = (await proposed()) ?? {};
    expect({ act, input }).toMatchObject({ act: 'marketLimits', input: { symbol: 'GEM/USDT', before: figures } });
    await refuseAll();
    expect(await listed()).toMatchObject(figures);
  });

  test('one operator tightens all limits, and lowers fees to the lowest that anyone reaches', async () => {
    const tighter = {
      makerPpm: 800,
      bandPpm: 100_000,
      collarPpm: 40_000,
      volatilityPpm: 90_000,
      haltSeconds: 60,
      auctionSeconds: 60,
      maxOpenOrders: 100,
      maxFills: 500,
    };
    expect(await setLimits(tighter)).toEqual(done);
    expect(await listed()).toMatchObject(tighter);
    // Back takes two.
    expect(await setLimits({})).toEqual(waits);
    await agreed();
    expect(await listed()).toMatchObject(figures);
  });

  test('what changed after a proposal refuses it, however many agree', async () => {
    expect(await setLimits({ takerPpm: 2000 })).toEqual(waits);
    expect(await setLimits({ collarPpm: 40_000 })).toEqual(done);
    await expect(testConsole.agreeAll('market')).rejects.toMatchObject({
      code: Code.conflict,
      message: expect.stringContaining('have changed') as string,
    });
    await refuseAll();
    await setLimits({});
    await agreed();
  });

  test('an order that rests before two raise the fee pays what it was when it was placed', async () => {
    const resting = await bob.call(calls.trade.create, order('GEM/USDT', 'sell', '2.45', '10'));
    expect(await setLimits({ makerPpm: 10_000, takerPpm: 10_000 })).toEqual(waits);
    await agreed();
    const taken = await anna.call(calls.trade.create, order('GEM/USDT', 'buy', '2.45', '10'));
    // Of 24.5 USDT 0.09 %, and of ten gems 1 %.
    const feeOf = async (who: MoneyCustomer, id: string) => (await who.call(calls.trade.history, { id })).items[0]?.fee;
    expect([await feeOf(bob, resting.id), await feeOf(anna, taken.id)]).toEqual(['0.022050', '0.100000']);
    await setLimits({});
  });

  test('changed limits and fees apply to later orders, and a market that moves too far halts itself', async () => {
    const { market } = testConsole.by;
    const limits = {
      symbol: 'GEM/USDT',
      maxQuantity: '500',
      minAmount: '3',
      maxAmount: '2000',
      makerPpm: 0,
      takerPpm: 5000,
      bandPpm: 0,
      collarPpm: 500_000,
      maxOpenOrders: 3,
      volatilityPpm: 20_000,
      haltSeconds: 1,
      auctionSeconds: 1,
    };
    await expect(market.call(markets.setLimits, { ...limits, maxQuantity: '0.05' })).rejects.toMatchObject({
      code: Code.badRequest,
    });
    await expect(market.call(markets.setLimits, { ...limits, minAmount: '2001' })).rejects.toMatchObject({
      code: Code.badRequest,
    });
    await expect(market.call(markets.setLimits, { ...limits, symbol: 'NO/USDT' })).rejects.toMatchObject({
      code: Code.notFound,
    });
    await expect(market.call(markets.setLimits, { ...limits, maxFills: 10_001 })).rejects.toMatchObject({
      code: Code.badRequest,
    });
    const bounds = { maxFills: 500, maxIcebergParts: 10 };
    await market.call(markets.setLimits, { ...limits, ...bounds });
    await agreed();
    expect(await listed()).toMatchObject(bounds);
    // Omitted limits stay as they are.
    expect(await market.call(markets.setLimits, { ...limits, maxFills: 400 })).toEqual(done);
    const wanted = {
      ...limits,
      maxIcebergParts: 10,
      maxQuantity: '500.0',
      minAmount: '3.000000',
      maxAmount: '2000.000000',
    };
    expect(await listed()).toMatchObject({ ...wanted, maxFills: 400, state: 'open', tick: '0.01', lot: '0.1' });
    expect(await lastAct()).toMatchObject({
      act: 'market.setLimits',
      target: 'market GEM/USDT',
      before: { maxOpenOrders: 3, maxFillsPerCommand: 500 },
      after: { makerFeePpm: 0, maxOpenOrders: 3, volatilityPpm: 20_000, haltMs: 1000 },
    });
    const seen = await anna.call(calls.market.list, {});
    expect(seen.find(({ symbol }) => symbol === 'GEM/USDT')).toMatchObject({ minAmount: '3.000000', makerFee: '0' });

    await expect(anna.call(calls.trade.create, order('GEM/USDT', 'buy', '2.5', '1'))).rejects.toMatchObject({
      code: Code.amountOutOfRange,
    });
    const resting = await bob.call(calls.trade.create, order('GEM/USDT', 'sell', '2.9', '2'));
    for (const price of ['2.4', '2.3']) {
      await bob.call(calls.trade.create, order('GEM/USDT', 'sell', price, '2'));
      await anna.call(calls.trade.create, order('GEM/USDT', 'buy', price, '2'));
    }
    const state = async () =>
      (await market.call(markets.list, {})).markets.find(({ symbol }) => symbol === 'GEM/USDT')?.state;
    expect(await state()).toBe('halted');
    // Refusals say until when.
    const refused = { code: Code.marketNotOpen, data: { until: testConsole.money.clock.time + 1000 } };
    await expect(anna.call(calls.trade.create, order('GEM/USDT', 'buy', '2.3', '2'))).rejects.toMatchObject(refused);
    expect(await bob.call(calls.trade.cancel, { id: resting.id })).toMatchObject({ state: 'cancelled' });
    for (const next of ['auction', 'open']) {
      testConsole.money.clock.time += 1000;
      await expect.poll(state, { timeout: 10_000 }).toBe(next);
    }
  });
});
