import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HashIndex } from './hash-index.ts';
import { none } from './records.ts';

/** Every slot that the index finds under a hash. */
function slotsOf(index: HashIndex, hash: number): number[] {
  const slots: number[] = [];
  for (let at = index.first(hash); at !== none; at = index.next(hash, at)) slots.push(index.slotAt(at));
  return slots.toSorted((a, b) => a - b);
}

test('finds what was added and not removed, also where hashes collide and the table wraps and grows', () => {
  const hash = fc.constantFrom(0, 1, 2, 6, 7, 8, 15, -1, -8, 1 << 30, 1 << 25);
  const step = fc.record({ hash, isRemoval: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 160 }), (steps) => {
      const index = new HashIndex(2);
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
        for (const [each, expected] of held) expect(slotsOf(index, each)).toEqual(expected);
      });
    }),
    { seed: 1 },
  );
});

test('removing what is not there is a bug', () => {
  expect(() => new HashIndex().remove(1, 1)).toThrow('not in the index');
});
