import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { none } from '../store/records.ts';
import { DetailTable } from './detail-table.ts';
import { copyOfExtras, type Extras, noExtras } from './details.ts';

const amount = fc.maxSafeNat();
const extras = fc.record<Extras>({
  expiresAt: amount,
  stopTicks: amount,
  isRising: fc.boolean(),
  otherLeg: fc.stringMatching(/^[A-Za-z0-9_-]{0,64}$/),
  visibleLots: amount,
});
const step = fc.record({ key: fc.nat(20).map((order) => order * 24), isAdded: fc.boolean(), extras });

test('a table keeps what a map would, also after a snapshot', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let table = new DetailTable();
      const wanted = new Map<number, Extras>();
      for (const { key, isAdded, extras: given } of steps) {
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
          expect(found === null ? undefined : copyOfExtras(found)).toEqual(wanted.get(key));
        }
        const writer = new SnapshotWriter();
        table.save(writer);
        table = new DetailTable();
        table.load(new SnapshotReader(writer.finish()));
      }
    }),
    { seed: 1, numRuns: 200 },
  );
});

test('a record that is used again has nothing of the one before', () => {
  const table = new DetailTable();
  const first = table.add(0, { ...noExtras, otherLeg: 'x'.repeat(64), isRising: true });
  Object.assign(first, { hiddenLots: 1, amendedTicks: 2, held: 3, legOrder: 4 });
  table.remove(0);
  const again = table.add(24, { ...noExtras, otherLeg: 'y' });
  expect(copyOfExtras(again)).toEqual({ ...noExtras, otherLeg: 'y' });
  expect([again.hiddenLots, again.amendedTicks, again.held, again.legOrder]).toEqual([0, 0, 0, none]);
});
