import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, multiply, compare } from '../../../lib/exact.ts';
import { estimate, estimateStop, feeUp } from './estimate.ts';
import {
  blankForm,
  type OrderForm,
  withAmount,
  withKind,
  withPrice,
  withQuantity,
  withSide,
  withStopPrice,
  withType,
} from './order-form.ts';
import { sampleWorld } from './sample-market.ts';

const world = sampleWorld();
const limit = (side: 'buy' | 'sell', quantity: string) =>
  withQuantity(withPrice(withSide(blankForm, side), '97412.5', world), quantity, world);

describe('estimating an order', () => {
  it('takes the fee from the amount received, rounded up', () => {
    expect(estimate(limit('buy', '0.03202'), world)).toMatchObject({ fee: '0.00003202', receive: '0.03198798' });
    expect(estimate(limit('sell', '0.03202'), world)).toMatchObject({ fee: '3.119149', receive: '3116.029101' });
  });

  it('walks the book for market orders', () => {
    const spend = estimate(withAmount(withType(blankForm, 'market'), '1000', world), world);
    expect(spend).toMatchObject({
      quantity: '0.01026000',
      amount: '999.454200',
      fee: '0.00001026',
      receive: '0.01024974',
    });
    const sell = estimate(withQuantity(withType(withSide(blankForm, 'sell'), 'market'), '0.01', world), world);
    expect(sell).toMatchObject({ amount: '974.000000', fee: '0.974000', receive: '973.026000' });
  });

  it('prices a stop-market order at its trigger in any book', () => {
    const sell = withStopPrice(withKind(withSide(blankForm, 'sell'), 'stopMarket'), '90000');
    const far = estimate(withQuantity(sell, '0.01', world), world);
    expect(far).toEqual({
      quantity: '0.01000000',
      amount: '900.000000',
      fee: '0.900000',
      receive: '899.100000',
      walk: null,
    });
    const buy = withStopPrice(withKind(blankForm, 'stopMarket'), '100000');
    expect(estimate(withAmount(buy, '1000', world), { ...world, asks: [] })).toMatchObject({
      quantity: '0.01000000',
      receive: '0.00999000',
    });
    expect(estimate(withAmount(withKind(blankForm, 'stopMarket'), '1000', world), world).receive).toBeNull();
  });

  it('prices both orders of a pair at their own prices', () => {
    const pair: OrderForm = {
      ...withKind(withSide(blankForm, 'sell'), 'pair'),
      price: '100000',
      stopPrice: '90000',
      quantity: '0.01',
    };
    expect(estimate(pair, world).receive).toBe('999.000000');
    expect(estimateStop(pair, world)?.receive).toBe('899.100000');
    expect(estimateStop({ ...pair, stopLimitPrice: '89000' }, world)?.receive).toBe('889.110000');
    expect(estimateStop({ ...pair, stopPrice: '' }, world)?.receive).toBeNull();
    expect(estimateStop(limit('sell', '1'), world)).toBeNull();
  });

  it('reports a market order’s average price and its distance from the best', () => {
    const buy = (lots: string) => estimate(withQuantity(byQuantity, lots, world), world).walk;
    const byQuantity: OrderForm = { ...withType(blankForm, 'market'), marketBuyBy: 'quantity' };
    expect(buy('0.01')).toEqual({ average: '97412.500', slippage: '0.000000', isPartial: false });
    // 0.01 at 97,412.5 and 0.03 at 97,420.0.
    expect(buy('0.04')).toEqual({ average: '97418.125', slippage: '0.000057', isPartial: false });
    const sell = withQuantity(withType(withSide(blankForm, 'sell'), 'market'), '0.02', world);
    const bids = [
      { ticks: 1000, lots: 1000 },
      { ticks: 960, lots: 1000 },
      { ticks: 940, lots: 99_000 },
    ];
    expect(estimate(sell, { ...world, bids }).walk).toEqual({
      average: '98.000',
      slippage: '0.020000',
      isPartial: false,
    });
  });

  it.each([
    ['two thirds', [1, 2], '100.067'],
    ['a tie, to the even digit below it', [199, 1], '100.000'],
    ['a tie, to the even digit above it', [197, 3], '100.002'],
    ['a whole tick', [0, 1], '100.100'],
  ])('shows an average between two ticks as the filled order will: %s', (_, [lower = 0, upper = 0], average) => {
    const asks = [
      { ticks: 1000, lots: lower },
      { ticks: 1001, lots: upper },
    ].filter(({ lots }) => lots > 0);
    const form: OrderForm = { ...withType(blankForm, 'market'), marketBuyBy: 'quantity' };
    const quantity = ((lower + upper) / 10 ** world.scale.quantityPlaces).toFixed(world.scale.quantityPlaces);
    expect(estimate(withQuantity(form, quantity, world), { ...world, asks }).walk?.average).toBe(average);
  });

  it('counts only what the book holds within the collar', () => {
    const sell = withQuantity(withType(withSide(blankForm, 'sell'), 'market'), '0.05', world);
    const bids = [
      { ticks: 1000, lots: 1000 },
      { ticks: 950, lots: 1000 },
      { ticks: 949, lots: 99_000 },
    ];
    expect(estimate(sell, { ...world, bids })).toMatchObject({ quantity: '0.02000000', walk: { isPartial: true } });
    const all = withAmount(withType(blankForm, 'market'), '100000', world);
    expect(estimate(all, world).walk?.isPartial).toBe(true);
    // The rest buys no lot.
    const spent = withAmount(withType(blankForm, 'market'), '10716.6', world);
    expect(estimate(spent, world).walk?.isPartial).toBe(false);
  });

  it('returns null for a blank form or an empty book', () => {
    expect(estimate(blankForm, world).receive).toBeNull();
    expect(
      estimate(withAmount(withType(blankForm, 'market'), '1000', world), { ...world, asks: [] }).receive,
    ).toBeNull();
  });

  it('rounds the fee up by less than one unit', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 53n), fc.nat({ max: 1_000_000 }), (received, ppm) => {
        const fee = feeUp(received, ppm);
        expect(fee * 1_000_000n >= received * BigInt(ppm)).toBe(true);
        expect(fee === 0n || (fee - 1n) * 1_000_000n < received * BigInt(ppm)).toBe(true);
      }),
    );
  });

  it('fee and amount received add up to the whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (lots) => {
        const quantity = (lots / 100_000).toFixed(5);
        const { fee, receive, amount } = estimate(limit('sell', quantity), world);
        expect(compare(add(fee ?? '0', receive ?? '0'), amount ?? '')).toBe(0);
        expect(compare(multiply(quantity, '97412.5'), amount ?? '')).toBe(0);
      }),
    );
  });
});
