import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { none } from '../store/records.ts';
import { ConditionTable } from './condition-table.ts';
import { copyConditions, type OrderConditions, noConditions } from './order-conditions.ts';

const amount = fc.maxSafeNat();
const plain = fc.record<OrderConditions>({
  expiresAt: amount,
  goodAfter: amount,
  stopTicks: amount,
  isRising: fc.boolean(),
  otherLeg: fc.stringMatching(/^[A-Za-z0-9_.:/-]{0,64}$/),
  visibleLots: amount,
  trailTicks: fc.constantFrom(0, 0, 7),
  trailBps: fc.constantFrom(0, 0, 5),
  activationTicks: fc.constant(0),
  takeProfitTicks: fc.constant(0),
  stopLossTicks: fc.constant(0),
  stopLossLimitTicks: fc.constant(0),
});
const withoutTrail = { isRising: false, trailTicks: 0, trailBps: 0 };
const bracketed = fc
  .tuple(plain, fc.constantFrom(0, 9), fc.integer({ min: 1, max: 9 }), fc.nat(3))
  .map(([order, takeProfitTicks, stopLossTicks, stopLossLimitTicks]) => {
    return { ...order, ...withoutTrail, takeProfitTicks, stopLossTicks, stopLossLimitTicks };
  });
const conditions = fc.oneof(plain, bracketed);
const step = fc.record({ key: fc.nat(20).map((order) => order * 24), isAdded: fc.boolean(), conditions });

test('a table behaves like a map, also after a snapshot', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let table = new ConditionTable();
      const wanted = new Map<number, OrderConditions>();
      for (const { key, isAdded, conditions: given } of steps) {
        if (isAdded && !wanted.has(key)) {
          table.add(key, given);
          wanted.set(key, given);
        } else if (!isAdded) {
          table.remove(key);
          wanted.delete(key);
        }
        expect(table.count).toBe(wanted.size);
      }
      for (let round = 0; round < 2; round += 1) {
        for (let key = 0; key <= 480; key += 24) {
          const found = table.get(key);
          expect(found === null ? undefined : copyConditions(found)).toEqual(wanted.get(key));
        }
        const writer = new SnapshotWriter();
        table.save(writer);
        table = new ConditionTable();
        table.load(new SnapshotReader(writer.finish()));
      }
    }),
    { seed: 1, numRuns: 200 },
  );
});

test('a reused record has nothing of its predecessor', () => {
  const table = new ConditionTable();
  const first = table.add(0, { ...noConditions, otherLeg: 'x'.repeat(64), isRising: true });
  Object.assign(first, { hiddenLots: 1, amendedTicks: 2, held: 3, legOrder: 4 });
  table.remove(0);
  const again = table.add(24, { ...noConditions, otherLeg: 'y' });
  expect(copyConditions(again)).toEqual({ ...noConditions, otherLeg: 'y' });
  expect([again.hiddenLots, again.amendedTicks, again.held, again.legOrder]).toEqual([0, 0, 0, none]);
});
