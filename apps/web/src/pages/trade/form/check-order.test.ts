import { describe, expect, it } from 'vitest';
import { checkOrder } from './check-order.ts';
import {
  blankForm,
  withAmount,
  withKind,
  withMarketBuyBy,
  withPrice,
  withQuantity,
  withSide,
  withType,
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
    ['a price of nothing', limit('0.0', '1'), { field: 'price', fault: 'blank' }],
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
    const found = checkOrder(pair, sampleMarket, world);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toMatchObject(problem);
  });

  it('reports the minimum quantity', () => {
    const market = { ...sampleMarket, minQuantity: '0.001', minAmount: '0' };
    expect(checkOrder(limit('100', '0.0005'), market, world)).toEqual({
      field: 'quantity',
      fault: 'belowMin',
      bound: '0.001',
    });
  });

  it('accepts valid forms', () => {
    expect(checkOrder(limit('97412.5', '0.12811'), sampleMarket, world)).toBeNull();
    expect(checkOrder(limit('97412.5', '0.5', 'sell'), sampleMarket, world)).toBeNull();
    expect(checkOrder(spend('12480.36'), sampleMarket, world)).toBeNull();
    expect(checkOrder(get('0.01'), sampleMarket, world)).toBeNull();
  });
});
