import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fill } from '@fft/engine';
import type { BatchEvents } from '../../ledger/replica/batch-events.ts';
import { AlertWatch, type WaitingAlert } from './alert-watch.ts';

const fillAt = (market: number, priceTicks: number, time: number): Fill => ({
  market,
  tradeNumber: time,
  time,
  takerSide: 'buy',
  priceTicks,
  quantityLots: 1,
  notional: priceTicks,
  takerOrder: 1,
  takerOwner: 1000,
  takerFee: 0,
  makerOrder: 2,
  makerOwner: 1001,
  makerFee: 0,
});

const batchOf = (fills: readonly Fill[]): BatchEvents => ({
  sequence: 1,
  outcomes: [],
  orders: [],
  fills,
  postings: [],
  firstPlaced: Infinity,
  levels: new Map(),
  marketStates: new Set(),
});

describe('which alerts a trade fires', () => {
  const alerts = fc.array(
    fc.record({
      market: fc.nat({ max: 1 }),
      direction: fc.constantFrom('up' as const, 'down' as const),
      priceTicks: fc.integer({ min: 1, max: 30 }),
      removed: fc.boolean(),
    }),
    { maxLength: 20 },
  );
  const trades = fc.array(fc.tuple(fc.nat({ max: 1 }), fc.integer({ min: 1, max: 30 })), { maxLength: 30 });

  test('match a check of every alert for every trade', () => {
    fc.assert(
      fc.property(alerts, fc.array(trades, { maxLength: 5 }), (made, batches) => {
        const watch = new AlertWatch();
        let waiting: WaitingAlert[] = made.map((alert, index) => ({ ...alert, id: String(index), customer: 1000 }));
        for (const alert of waiting) watch.add(alert);
        for (const alert of made.keys()) {
          if (!made[alert]?.removed) continue;
          watch.remove({ id: String(alert), market: made[alert].market });
          waiting = waiting.filter(({ id }) => id !== String(alert));
        }
        let time = 0;
        for (const batch of batches) {
          const fills = batch.map(([market, priceTicks]) => fillAt(market, priceTicks, ++time));
          const expected: [string, number][] = [];
          for (const fill of fills) {
            const fired = waiting.filter(
              ({ market, direction, priceTicks }) =>
                market === fill.market &&
                (direction === 'up' ? fill.priceTicks >= priceTicks : fill.priceTicks <= priceTicks),
            );
            expected.push(...fired.map(({ id }): [string, number] => [id, fill.time]));
            waiting = waiting.filter((alert) => !fired.includes(alert));
          }
          expect(watch.take(batchOf(fills)).map((firing) => [firing.alert.id, firing.time])).toEqual(expected);
        }
      }),
    );
  });
});
