import fc from 'fast-check';
import { expect, test } from 'vitest';
import { none } from '../store/records.ts';
import { Ladder } from './ladder.ts';

test('keeps any keys sorted through insertions and removals, over many blocks', () => {
  const key = fc.integer({ min: -400, max: 400 });
  fc.assert(
    fc.property(fc.array(key, { minLength: 300, maxLength: 900 }), (keys) => {
      const ladder = new Ladder();
      const held = new Set<number>();
      for (const each of keys) {
        // A key that is there already is taken away: the ladder grows to some hundreds and shrinks again.
        if (held.delete(each)) {
          ladder.remove(each);
        } else {
          held.add(each);
          ladder.insert(each, each + 1000);
        }
      }
      const bestFirst = [...held].toSorted((a, b) => b - a);
      expect([...ladder.bestFirst()]).toEqual(bestFirst.map((each) => each + 1000));
      expect(ladder.count).toBe(held.size);
      expect(ladder.best()).toBe((bestFirst[0] ?? none - 1000) + 1000);
      bestFirst.forEach((each, rank) => {
        expect(ladder.find(each)).toBe(each + 1000);
        expect(ladder.nextWorse(each)).toBe((bestFirst[rank + 1] ?? none - 1000) + 1000);
      });
      for (const each of bestFirst) ladder.remove(each);
      expect([ladder.count, ladder.best()]).toEqual([0, none]);
    }),
    { seed: 1, numRuns: 60 },
  );
});
