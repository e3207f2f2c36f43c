import { calls } from '@fft/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { plainOrder } from './plain-order.ts';

const input = calls.trade.create.input;
const text = fc.oneof(fc.string({ maxLength: 70 }), fc.stringMatching(/^\d{1,22}(\.\d{1,20})?$/));
const anything = fc.oneof(text, fc.constantFrom(undefined, null, true, false, 0, 1, '', 'true', [], {}));
const or = (...sound: readonly unknown[]) => fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...sound) }, anything);
const fields = fc.record(
  {
    clientOrderId: or('a', 'A-b_9'.repeat(12)),
    symbol: or('BTC/USDT', 'ETH/BTC', 'BTC/', 'btc/usdt', 'BTC-USDT'),
    side: or('buy', 'sell'),
    type: or('limit', 'market'),
    price: or('1', '97000.1', undefined),
    quantity: or('0.0001', '20', undefined),
    amount: or(undefined, '12.50'),
    timeInForce: or('GTC', 'IOC', 'FOK', undefined),
    postOnly: or(true, false, 'true', 'false', undefined),
    selfTrade: or('cancelNewest', 'cancelOldest', 'cancelBoth', undefined),
    stopPrice: or(undefined, '5'),
    expiresAt: or(undefined, 5),
    otherLeg: or(undefined),
    lang: or('en', 'zh'),
  },
  { requiredKeys: [] },
);

test('a plain order is parsed exactly as the contract parses it', () => {
  let passed = 0;
  fc.assert(
    fc.property(fields, (asked) => {
      const plain = plainOrder(asked);
      if (plain === null) return;
      passed += 1;
      expect(safeParse(input, asked)).toEqual({ success: true, data: withoutAbsent(plain) });
    }),
    { numRuns: 5_000, seed: 1 },
  );
  expect(passed).toBeGreaterThan(50);
});

function withoutAbsent(plain: object): object {
  return Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
}

test.each([
  ['a stop', { stopPrice: '5', stopDirection: 'rising' }],
  ['an iceberg', { visibleQuantity: '1' }],
  ['an invalid price', { price: '1e5' }],
  ['a number instead of text', { quantity: 5 }],
])('%s goes through the contract’s own parser', (_name, more) => {
  const plain = { clientOrderId: 'a', symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '5', quantity: '1' };
  expect(plainOrder(plain)).not.toBeNull();
  expect(plainOrder({ ...plain, ...more })).toBeNull();
});
