import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { HashIndex } from './hash-index.ts';
import { none } from './records.ts';

/** The slots found under a hash. */
function slotsOf(index: HashIndex, hash: number): number[] {
  const slots: number[] = [];
  for (let at = index.first(hash); at !== none; at = index.next(hash, at)) slots.push(index.slotAt(at));
  return slots.toSorted((a, b) => a - b);
}

const collidingHash = fc.constantFrom(0, 1, 2, 6, 7, 8, 15, -1, -8, 1 << 30, 1 << 25, 1 << 24);
const anyHash = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

test.each([
  ['collide', collidingHash, 160, 200],
  ['are any', anyHash, 2000, 30],
])('finds what was added and not removed, however it grows, if hashes %s', (_how, hash, maxLength, numRuns) => {
  const step = fc.record({ hash, isRemoval: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength, size: 'max' }), fc.nat(), (steps, halfway) => {
      let index = new HashIndex(2);
      const held = new Map<number, number[]>();
      steps.forEach(({ hash: key, isRemoval }, slot) => {
        const slots = held.get(key) ?? [];
        held.set(key, slots);
        const removed = isRemoval ? slots.shift() : undefined;
        if (removed !== undefined) {
          index.remove(key, removed);
        } else {
          index.add(key, slot);
          slots.push(slot);
        }
        expect(slotsOf(index, key)).toEqual(slots);
        if (slot === halfway % steps.length) index = throughSnapshot(index, new HashIndex());
      });
      for (const [each, expected] of held) expect(slotsOf(index, each)).toEqual(expected);
      expect(index.count).toBe([...held.values()].flat().length);
    }),
    { seed: 1, numRuns },
  );
});

function throughSnapshot(index: HashIndex, into: HashIndex): HashIndex {
  const writer = new SnapshotWriter();
  index.save(writer);
  into.load(new SnapshotReader(writer.finish()));
  return into;
}

test('overflow entries are found, however many, also when most are removed', () => {
  const index = new HashIndex();
  const slots = Array.from({ length: 400 }, (_, slot) => slot);
  for (const slot of slots) index.add(0, slot);
  const removed = slots.filter((slot) => slot % 10 !== 7);
  for (const slot of removed) index.remove(0, slot);
  for (const each of [index, throughSnapshot(index, new HashIndex())]) {
    expect(slotsOf(each, 0)).toEqual(slots.filter((slot) => slot % 10 === 7));
    expect(each.count).toBe(40);
  }
});

test('an overflow mark stays until the last overflow entry is removed', () => {
  const index = new HashIndex();
  for (let slot = 0; slot < 9; slot += 1) index.add(0, slot);
  const wasPassed = [7, 8].map((slot) => {
    index.remove(0, slot);
    return index['buckets'].wasPassed(0);
  });
  expect(wasPassed).toEqual([true, false]);
});

test('a snapshot contains entries that overflowed the last bucket, also after splits', () => {
  const index = new HashIndex();
  const slots = Array.from({ length: 40 }, (_, slot) => slot);
  for (const slot of slots) index.add(7, slot);
  index.add(0, 40);
  expect(slotsOf(throughSnapshot(index, new HashIndex()), 7)).toEqual(slots);
});

test('the number of buckets follows the number of entries', () => {
  const index = new HashIndex();
  for (let count = 1; count <= 20_000; count += 1) {
    index.add(Math.imul(count, 0x9e3779b1), count);
    const used = index['buckets']['used'];
    if (count > 100 && (used > count / 2 || used < count / 6)) expect(`${used} buckets for ${count}`).toBe('enough');
  }
  expect(index.count).toBe(20_000);
});

test('at five entries per bucket, each new entry splits two, until there are twice as many', () => {
  const index = new HashIndex();
  const bucketsAt = Array.from({ length: 161 }, (_, count) => {
    if (count > 0) index.add(count, count);
    return index['buckets']['used'];
  });
  expect([0, 40, 41, 42, 43, 44, 80, 81, 87, 88, 160].map((count) => bucketsAt[count])).toEqual([
    8, 8, 10, 12, 14, 16, 16, 18, 30, 32, 32,
  ]);
});

test('removing an absent slot throws', () => {
  expect(() => new HashIndex().remove(1, 1)).toThrow('not in the index');
});
