import { buildAmend, buildCancel, buildMarketOrder, buildOrder, openTestEngine, testMarket } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { PlaceOrder } from './command.ts';
import { ClientIdKey } from './requests/client-id-key.ts';
import { RequestKind } from './requests/order-flags.ts';

// Ids of owner 1000 with equal hashes: of up to four words, which are in the order's record, and longer ones, which are in `longIds`.
const ofOneHash = [
  ['order-130807', 'order-140600'],
  ['an-id-of-more-than-sixteen-characters-130805', 'an-id-of-more-than-sixteen-characters-140200'],
] as const;

test.each(ofOneHash)('%s and %s have the same hash', (one, other) => {
  const hashes = [one, other].map((id) => {
    const commandKey = new ClientIdKey(0);
    expect(commandKey.read(1000, RequestKind.order, id)).toBe(true);
    return commandKey.hash;
  });
  expect(hashes[0]).toBe(hashes[1]);
});

describe.each(bothEngines)('ids, with %s', (_name, make) => {
  test.each(ofOneHash)('with the same hash are distinct, open or ended: %s and %s', (one, other) => {
    const { apply, engine } = openTestEngine(make);
    apply(buildOrder({ clientOrderId: one }));
    expect(engine.orderIdOf(1000, other)).toBe(null);
    expect(apply(buildCancel({ clientOrderId: other }))).toEqual(['rejected unknownOrder']);
    apply(buildOrder({ clientOrderId: other, priceTicks: 99 }));
    expect([engine.orderIdOf(1000, one), engine.orderIdOf(1000, other)]).toEqual([1, 2]);

    apply(buildCancel({ clientOrderId: one }));
    expect(engine.openOrders(1000).map(({ command }) => command.clientOrderId)).toEqual([other]);
    apply(buildCancel({ clientOrderId: other }));
    expect([engine.orderIdOf(1000, one), engine.orderIdOf(1000, other)]).toEqual([1, 2]);
    expect(apply(buildOrder({ clientOrderId: one }))).toEqual(['duplicate 1 null']);
    expect(apply(buildOrder({ clientOrderId: other, priceTicks: 99 }))).toEqual(['duplicate 2 null']);
  });

  test.each(ofOneHash)('with the same hash are distinct if %s has ended before %s arrives', (one, other) => {
    const { apply, engine } = openTestEngine(make);
    apply(buildOrder({ clientOrderId: one }), buildCancel({ clientOrderId: one }));
    expect(engine.orderIdOf(1000, other)).toBe(null);
    expect(apply(buildCancel({ clientOrderId: other }))).toEqual(['rejected unknownOrder']);
    expect(apply(buildOrder({ clientOrderId: other, timeInForce: 'IOC' })).at(-1)).toBe(
      'orderCancelled 2 1000 0 immediateOrCancel',
    );
    expect(apply(buildOrder({ clientOrderId: one }))).toEqual(['duplicate 1 null']);
  });

  test('are separate for each owner', () => {
    const { apply, engine } = openTestEngine(make);
    apply(buildOrder({ clientOrderId: 'a' }), buildOrder({ owner: 1001, clientOrderId: 'a', priceTicks: 99 }));
    expect([engine.orderIdOf(1000, 'a'), engine.orderIdOf(1001, 'a'), engine.orderIdOf(1002, 'a')]).toEqual([
      1,
      2,
      null,
    ]);
    expect(apply(buildCancel({ owner: 1002, clientOrderId: 'a' }))).toEqual(['rejected unknownOrder']);
    expect(apply(buildCancel({ owner: 1002, orderId: 1 }))).toEqual(['rejected unknownOrder']);
  });

  const limit = buildOrder({ clientOrderId: 'a' });
  const stop = { stopTicks: 105, stopDirection: 'rising' } as const;
  const plain: readonly Partial<PlaceOrder>[] = [
    { market: 1 },
    { side: 'sell' },
    { orderType: 'market', priceTicks: 0 },
    { timeInForce: 'IOC' },
    { timeInForce: 'FOK' },
    { postOnly: true },
    { selfTrade: 'cancelOldest' },
    { selfTrade: 'cancelBoth' },
    { priceTicks: 101 },
    { quantityLots: 11 },
    { expiresAt: 9 },
    { visibleLots: 3 },
    { stopTicks: 105, stopDirection: 'rising' },
  ];
  const ofStops: readonly Partial<PlaceOrder>[] = [
    { stopTicks: 106 },
    { stopDirection: 'falling' },
    { otherLeg: 'leg' },
    { expiresAt: 9 },
    { timeInForce: 'IOC' },
    { stopTicks: 0, stopDirection: undefined } as unknown as Partial<PlaceOrder>,
  ];
  const rows: [what: string, order: PlaceOrder, changed: Partial<PlaceOrder>][] = [
    ...plain.map((changed): [string, PlaceOrder, Partial<PlaceOrder>] => ['a limit order', limit, changed]),
    ...ofStops.map((changed): [string, PlaceOrder, Partial<PlaceOrder>] => ['a stop', { ...limit, ...stop }, changed]),
    ['an iceberg', { ...limit, visibleLots: 3 }, { visibleLots: 4 }],
    ['an order that expires', { ...limit, expiresAt: 9 }, { expiresAt: 10 }],
    ['a market buy by amount', buildMarketOrder({ clientOrderId: 'a', amount: 90_000 }), { amount: 90_001 }],
  ];

  describe.each(rows)('%s repeated with %j', (_what, order, changed) => {
    const second = { ...testMarket, symbol: 'ETH/USDT', base: 2 };
    const start = () => {
      const opened = openTestEngine(make);
      opened.apply(
        { type: 'openMarket', time: 0, market: second },
        buildOrder({ clientOrderId: 'leg', priceTicks: 90 }),
      );
      opened.apply(buildOrder({ owner: 1001, side: 'sell', priceTicks: 110 }));
      return opened;
    };

    test('is a conflict, open or ended', () => {
      const { apply } = start();
      const accepted = apply(order).find((line) => line.startsWith('orderAccepted'));
      expect(accepted).toBe('orderAccepted 3 1000 a 0');
      expect(apply({ ...order, ...changed })).toEqual(['rejected idConflict']);
      expect(apply(order)).toEqual(['duplicate 3 null']);
      apply(buildCancel({ clientOrderId: 'a' }));
      expect(apply({ ...order, ...changed })).toEqual(['rejected idConflict']);
      expect(apply(order)).toEqual(['duplicate 3 null']);
    });
  });

  test('of an amended order mean what was first asked for', () => {
    const { apply } = openTestEngine(make);
    apply(limit, buildAmend({ clientOrderId: 'a', priceTicks: 95, quantityLots: 7 }));
    expect(apply(limit)).toEqual(['duplicate 1 null']);
    expect(apply({ ...limit, priceTicks: 95, quantityLots: 7 })).toEqual(['rejected idConflict']);
  });

  test('of an order with other labels are the same, and a new name leaves the id', () => {
    const { engine, apply } = openTestEngine(make);
    apply({ ...limit, strategyId: 1, listClientOrderId: 'list' });
    for (const labels of [{}, { strategyId: 2 }, { strategyType: 3, listClientOrderId: 'other' }]) {
      expect(apply({ ...limit, ...labels })).toEqual(['duplicate 1 null']);
    }
    apply({ ...buildAmend({ clientOrderId: 'a', priceTicks: 95, quantityLots: 7 }), newClientOrderId: 'b' });
    expect(engine.orderIdOf(1000, 'a')).toBe(1);
    expect(engine.orderIdOf(1000, 'b')).toBe(null);
  });
});
