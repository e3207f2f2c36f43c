import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, multiply, compare } from '../../../lib/exact.ts';
import { estimate, feeUp } from './estimate.ts';
import { blankForm, withAmount, withPrice, withQuantity, withSide, withType } from './order-form.ts';
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
