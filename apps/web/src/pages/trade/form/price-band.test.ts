import { expect, it } from 'vitest';
import { blankForm, type OrderForm, withKind } from './order-form.ts';
import { crossingOf } from './price-band.ts';
import { sampleWorld } from './sample-market.ts';

const { scale } = sampleWorld();
const limit = (side: 'buy' | 'sell', price: string): OrderForm => ({ ...blankForm, side, price });

it('warns of a limit that crosses the best price by more than one per cent', () => {
  expect(crossingOf(limit('buy', '101.0'), '100.0', scale)).toBeNull();
  expect(crossingOf(limit('buy', '101.1'), '100.0', scale)).toBe(11_000);
  expect(crossingOf(limit('sell', '99.0'), '100.0', scale)).toBeNull();
  expect(crossingOf(limit('sell', '97.0'), '100.0', scale)).toBe(30_000);
  expect(crossingOf(limit('sell', '103.0'), '100.0', scale)).toBeNull();
});

it('doesn’t warn of orders that can’t trade immediately, or of an empty book', () => {
  expect(crossingOf({ ...limit('buy', '120'), postOnly: true }, '100.0', scale)).toBeNull();
  expect(crossingOf({ ...withKind(limit('buy', '120'), 'stopLimit'), price: '120' }, '100.0', scale)).toBeNull();
  expect(crossingOf(limit('buy', '120'), undefined, scale)).toBeNull();
  expect(crossingOf(limit('buy', ''), '100.0', scale)).toBeNull();
});
