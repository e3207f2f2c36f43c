import { describe, expect, it } from 'vitest';
import { checkOrder, checkVisible } from './check-order.ts';
import { estimate, estimateStop } from './estimate.ts';
import {
  blankForm,
  type OrderForm,
  withAmount,
  withKind,
  withLegs,
  withMarketBuyBy,
  withPrice,
  withQuantity,
  withSide,
  withStopPrice,
  withType,
  withVisible,
} from './order-form.ts';
import { sampleMarket, sampleWorld } from './sample-market.ts';

const world = sampleWorld();
const limit = (price: string, quantity: string, side: 'buy' | 'sell' = 'buy') =>
  withQuantity(withPrice(withSide(blankForm, side), price, world), quantity, world);
const spend = (amount: string) => withAmount(withType(blankForm, 'market'), amount, world);
const get = (quantity: string) =>
  withQuantity(withMarketBuyBy(withType(blankForm, 'market'), 'quantity'), quantity, world);

describe('checking an order', () => {
  it.each([
    ['no price', limit('', '1'), { field: 'price', fault: 'blank' }],
    ['a price of nothing', limit('0.0', '1'), { field: 'price', fault: 'tooLow', bound: '0.1' }],
    ['a quantity cut to nothing', limit('100', '0.00000'), { field: 'quantity', fault: 'belowMin', bound: '0.00001' }],
    ['an amount cut to nothing', spend('0.000000'), { field: 'amount', fault: 'belowMinAmount', bound: '5' }],
    ['a price between ticks', limit('1.15', '1'), { field: 'price', fault: 'offStep', bound: '0.1' }],
    ['no quantity', limit('100', ''), { field: 'quantity', fault: 'blank' }],
    ['a quantity between lots', limit('100', '0.000001'), { field: 'quantity', fault: 'offStep', bound: '0.00001' }],
    ['too much', limit('1', '100.1'), { field: 'quantity', fault: 'aboveMax', bound: '100' }],
    ['beyond counting', limit('100', '99999999999999'), { field: 'quantity', fault: 'aboveMax' }],
    ['too little money', limit('100', '0.01'), { field: 'quantity', fault: 'belowMinAmount', bound: '5' }],
    ['too much money', limit('97412.5', '100'), { field: 'quantity', fault: 'aboveMaxAmount', bound: '1000000' }],
    ['one tick more than the money', limit('97412.5', '0.12812'), { field: 'quantity', fault: 'balanceLow' }],
    ['more coins than there are', limit('97412.5', '0.50001', 'sell'), { field: 'quantity', fault: 'balanceLow' }],
    ['nothing to spend', spend(''), { field: 'amount', fault: 'blank' }],
    ['spending too little', spend('4.999999'), { field: 'amount', fault: 'belowMinAmount', bound: '5' }],
    ['spending more than there is', spend('12480.360001'), { field: 'amount', fault: 'balanceLow' }],
  ])('%s', (_, form, problem) => {
    const { field, fault, bound } = checkOrder(form, sampleMarket, world) ?? {};
    expect({ field, fault, ...(bound === undefined ? {} : { bound }) }).toMatchObject(problem);
  });

  describe('at market, by quantity', () => {
    const traded = sampleWorld({ lastTicks: 1_000_000 });
    const sale = (quantity: string) => withQuantity(withSide(withType(blankForm, 'market'), 'sell'), quantity, world);
    const stop = (quantity: string) =>
      withQuantity(withStopPrice(withKind(withSide(blankForm, 'sell'), 'stopMarket'), '50000'), quantity, world);
    const tooSmall = { field: 'quantity', fault: 'belowMinAmount', bound: '5' };

    it.each([
      ['a purchase, at the last price', get('0.00004'), traded, tooSmall],
      ['a purchase worth enough', get('0.00005'), traded, null],
      ['a sale, at the last price', sale('0.00004'), traded, tooSmall],
      ['a sale worth enough', sale('0.00005'), traded, null],
      ['a sale before the first trade, at the best price', sale('0.00005'), world, tooSmall],
      ['a sale worth enough then', sale('0.00006'), world, null],
      ['a stop, at its trigger', stop('0.00009'), traded, tooSmall],
      ['a stop worth enough', stop('0.0001'), traded, null],
    ] as const)('%s', (_, form, at, problem) => {
      expect(checkOrder(form, sampleMarket, at)).toEqual(problem);
    });
  });

  it('refuses a market buy that costs more in the book than is available', () => {
    const poor = sampleWorld({ usable: { baseUnits: 0, quoteUnits: 974_125_000 } });
    expect(checkOrder(get('0.01'), sampleMarket, poor)).toBeNull();
    expect(checkOrder(get('0.01001'), sampleMarket, poor)).toEqual({ field: 'quantity', fault: 'balanceLow' });
  });

  it.each([
    ['a profit below the stop', 'sell', ['90', '95', ''], { field: 'price', fault: 'pairAbove' }],
    ['no trigger', 'sell', ['110', '', ''], { field: 'stopPrice', fault: 'blank' }],
    ['a sale whose stop goes to the market', 'sell', ['110', '95', ''], null],
    ['a purchase above its stop', 'buy', ['110', '95', '96'], { field: 'price', fault: 'pairBelow' }],
    ['a purchase whose stop says no price', 'buy', ['95', '110', ''], { field: 'stopLimitPrice', fault: 'blank' }],
    [
      'a stop between ticks',
      'sell',
      ['110', '95', '94.55'],
      { field: 'stopLimitPrice', fault: 'offStep', bound: '0.1' },
    ],
    ['money for the profit, but not for the stop', 'buy', ['95', '97', '1000000'], { fault: 'balanceLow' }],
    ['a purchase with money for both', 'buy', ['95', '110', '111'], null],
  ] as const)('of a pair: %s', (_, side, [price, stopPrice, stopLimitPrice], problem) => {
    const pair = withQuantity({ ...withKind(blankForm, 'pair'), side, price, stopPrice, stopLimitPrice }, '0.1', world);
    const found = checkOrder(pair, sampleMarket, { ...world, scale: { ...world.scale, bandPpm: 0 } });
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatchObject(problem);
  });

  describe('with a take-profit and a stop-loss', () => {
    const around = sampleWorld({ lastTicks: 1000 });
    const blank = { takeProfit: '', stopLoss: '', stopLossLimit: '' };
    const entry = (side: 'buy' | 'sell', legs: Partial<typeof blank>) =>
      withLegs(withQuantity(withPrice(withSide(blankForm, side), '100', around), '0.1', around), { ...blank, ...legs });

    it.each([
      ['a buy with both', 'buy', { takeProfit: '110', stopLoss: '95' }, null],
      ['one of them', 'buy', { stopLoss: '95' }, null],
      ['neither', 'buy', {}, { field: 'takeProfitPrice', fault: 'noLeg' }],
      ['a profit below the price', 'buy', { takeProfit: '99' }, { field: 'takeProfitPrice', fault: 'profitAbove' }],
      ['a loss above the price', 'buy', { stopLoss: '100' }, { field: 'stopLossPrice', fault: 'lossBelow' }],
      ['a sale with a profit above', 'sell', { takeProfit: '101' }, { field: 'takeProfitPrice', fault: 'profitBelow' }],
      ['a sale without a limit', 'sell', { stopLoss: '105' }, { field: 'stopLossLimitPrice', fault: 'blank' }],
      ['a sale with all', 'sell', { takeProfit: '90', stopLoss: '105', stopLossLimit: '106' }, null],
      [
        'a sale with a loss below',
        'sell',
        { stopLoss: '99', stopLossLimit: '106' },
        { field: 'stopLossPrice', fault: 'lossAbove' },
      ],
      ['a price off the tick', 'buy', { takeProfit: '110.05' }, { field: 'takeProfitPrice', fault: 'offStep' }],
      ['a price of nothing', 'buy', { stopLoss: '0' }, { field: 'stopLossPrice', fault: 'tooLow' }],
      ['no number', 'buy', { takeProfit: '1,5' }, { field: 'takeProfitPrice', fault: 'malformed' }],
    ] as const)('%s', (_, side, legs, problem) => {
      const found = checkOrder(entry(side, legs), sampleMarket, around);
      if (problem === null) expect(found).toBeNull();
      else expect(found).toMatchObject(problem);
    });

    it('measures a market order from the last price', () => {
      const spending = withLegs(spend('100'), { ...blank, takeProfit: '99' });
      expect(checkOrder(spending, sampleMarket, around)).toMatchObject({ field: 'takeProfitPrice' });
      expect(checkOrder(spending, sampleMarket, sampleWorld({ lastTicks: 900 }))).toBeNull();
    });
  });

  it('reports the minimum quantity', () => {
    const market = { ...sampleMarket, minQuantity: '0.001', minAmount: '0' };
    expect(checkOrder(limit('100', '0.0005'), market, world)).toEqual({
      field: 'quantity',
      fault: 'belowMin',
      bound: '0.001',
    });
  });

  describe('with a last price of 100 and a band of a fifth', () => {
    const around = sampleWorld({ lastTicks: 1000 });
    const range = { fault: 'outsideBand', bound: '80.0', upTo: '120.0' };
    const check = (form: OrderForm) => checkOrder(form, sampleMarket, around);
    const stopLimit = (price: string, trigger: string) =>
      withQuantity(withPrice(withStopPrice(withKind(blankForm, 'stopLimit'), trigger), price, around), '0.1', around);

    it('refuses a limit outside it, and names the range', () => {
      expect(check(limit('79.9', '0.1'))).toEqual({ field: 'price', ...range });
      expect(check(limit('120.1', '0.1'))).toEqual({ field: 'price', ...range });
      expect(check(limit('80.0', '0.1'))).toBeNull();
      expect(check(limit('120.0', '0.1'))).toBeNull();
    });

    it('measures a stop’s limit from its trigger', () => {
      expect(check(stopLimit('141', '140'))).toBeNull();
      expect(check(stopLimit('111', '140'))).toEqual({ ...range, field: 'price', bound: '112.0', upTo: '168.0' });
    });

    it('measures the limit of a pair’s stop from the trigger, too', () => {
      const pair = { ...withKind(withSide(blankForm, 'sell'), 'pair'), price: '110', stopPrice: '90', quantity: '0.1' };
      expect(check({ ...pair, stopLimitPrice: '71.9' })).toMatchObject({ field: 'stopLimitPrice', bound: '72.0' });
      expect(check({ ...pair, stopLimitPrice: '72' })).toBeNull();
      expect(check({ ...pair, price: '121', stopLimitPrice: '' })).toEqual({ field: 'price', ...range });
    });

    it('has no band before the first trade or in a market without one', () => {
      expect(checkOrder(limit('900', '0.1'), sampleMarket, world)).toBeNull();
      const free = sampleWorld({ lastTicks: 1000, scale: { ...around.scale, bandPpm: 0 } });
      expect(checkOrder(limit('900', '0.1'), sampleMarket, free)).toBeNull();
    });
  });

  it.each([
    ['blank', '', '0.1', { fault: 'blank' }],
    ['nothing', '0', '0.1', { fault: 'tooLow', bound: '0.00001' }],
    ['less than its share', '0.00099', '0.1', { fault: 'belowMin', bound: '0.00100' }],
    ['its share', '0.001', '0.1', null],
    ['the whole order', '0.1', '0.1', { fault: 'aboveQuantity' }],
    ['anything, before the quantity is known', '5', '', null],
  ])('checks an iceberg that shows %s', (_, visible, quantity, problem) => {
    const form = withVisible(withQuantity(blankForm, quantity, world), visible);
    const found = checkVisible(form, { ...sampleMarket, maxIcebergParts: 100 }, world);
    expect(found).toEqual(problem && { field: 'visibleQuantity', ...problem });
  });

  it('accepts valid forms', () => {
    expect(checkOrder(limit('97412.5', '0.12811'), sampleMarket, world)).toBeNull();
    expect(checkOrder(limit('97412.5', '0.5', 'sell'), sampleMarket, world)).toBeNull();
    expect(checkOrder(spend('12480.36'), sampleMarket, world)).toBeNull();
    expect(checkOrder(get('0.01'), sampleMarket, world)).toBeNull();
  });
});

it.each(['12,000', '1e-2', '5 BTC'])('%j, which can’t be read, is refused in every box', (typed) => {
  for (const by of [withPrice, withQuantity, withAmount]) {
    expect(checkOrder(by(limit('97412.5', '0.03'), typed, world), sampleMarket, world)).not.toBeNull();
  }
  for (const kind of ['stopLimit', 'stopMarket', 'pair'] as const) {
    const form = withStopPrice(withKind(limit('97412.5', '0.03'), kind), typed);
    expect(checkOrder(form, sampleMarket, world)).not.toBeNull();
    expect(() => [estimate(form, world), estimateStop(form, world)]).not.toThrow();
  }
});
