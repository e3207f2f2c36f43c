import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { none } from '../store/records.ts';
import { Ladder } from './ladder.ts';

test('keeps any keys sorted through insertions and removals, over many blocks', () => {
  const key = fc.integer({ min: -400, max: 400 });
  fc.assert(
    fc.property(fc.array(key, { minLength: 300, maxLength: 900 }), (keys) => {
      const ladder = new Ladder();
      const held = new Set<number>();
      for (const each of keys) {
        // A key that exists is removed: the ladder grows to some hundreds and shrinks again.
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

/** A ladder of `count` levels, from worst to best, with gaps. */
function ladderOf(count: number): Ladder {
  const ladder = new Ladder();
  for (let rank = 0; rank < count; rank += 1) ladder.insert(rank * 3, rank);
  return ladder;
}

function throughSnapshot(ladder: Ladder): Ladder {
  const writer = new SnapshotWriter();
  ladder.save(writer);
  const restored = new Ladder();
  restored.load(new SnapshotReader(writer.finish()));
  return restored;
}

test.each([0, 1, 4, 5, 63, 64, 65, 128, 129, 500])('%i levels are the same after a snapshot', (count) => {
  const ladder = throughSnapshot(ladderOf(count));
  const ranks = Array.from({ length: count }, (_, index) => count - 1 - index);
  expect([ladder.count, ladder.best()]).toEqual([count, count - 1]);
  expect([...ladder.bestFirst()]).toEqual(ranks);
  for (const rank of ranks) {
    expect([ladder.find(rank * 3), ladder.find(rank * 3 + 1), ladder.nextWorse(rank * 3)]).toEqual([
      rank,
      none,
      rank - 1,
    ]);
    // A key between two levels is followed by the worse of them.
    expect(ladder.nextWorse(rank * 3 + 1)).toBe(rank);
  }
});

test('a removed level is not found, even if it was cached, and its replacement is', () => {
  const ladder = ladderOf(200);
  for (const key of [0, 192, 384, 597]) {
    expect(ladder.find(key)).toBe(key / 3);
    ladder.remove(key);
    expect(ladder.find(key)).toBe(none);
    ladder.insert(key, 1000 + key);
    expect(ladder.find(key)).toBe(1000 + key);
  }
});

test('levels whose keys have the same low bits are distinct in every search', () => {
  const ladder = ladderOf(200);
  const keys = [0, 192, 384, 576];
  for (const key of [...keys, ...keys.toReversed(), ...keys]) expect(ladder.find(key)).toBe(key / 3);
});

test('an empty side has no best price, and removing an absent level throws', () => {
  const ladder = new Ladder();
  expect(() => ladder.bestKey()).toThrow('no best price');
  expect(() => ladder.remove(5)).toThrow('not on the ladder');
  for (const key of [3, 6, 9]) ladder.insert(key, key);
  for (const key of [2, 4, 7, 10]) expect(() => ladder.remove(key)).toThrow('not on the ladder');
  expect([ladder.count, ladder.bestKey(), [...ladder.bestFirst()]]).toEqual([3, 9, [9, 6, 3]]);
  ladder.remove(9);
  expect(() => ladder.remove(9)).toThrow('not on the ladder');
});

test.each([
  ['the best', (index: number) => 999 - index],
  ['the worst', (index: number) => index],
  ['any', (index: number) => (index * 7) % 1000],
])('blocks stay full enough while %s are removed', (_which, keyOf) => {
  const ladder = new Ladder();
  for (let key = 0; key < 1000; key += 1) ladder.insert(key, key);
  expect(ladder['blocks'].length).toBeLessThanOrEqual(32);
  for (let index = 0; index < 990; index += 1) {
    ladder.remove(keyOf(index));
    const { count, blocks } = { count: ladder.count, blocks: ladder['blocks'] };
    // One of two neighbours has at least a quarter, and no block is empty.
    expect(blocks.length).toBeLessThanOrEqual(2 + count / 8);
    expect(blocks.every((block) => block.count > 0)).toBe(true);
  }
});

/** The number of levels per block, worst first. */
function sizesOf(ladder: Ladder): number[] {
  return ladder['blocks'].map((block) => block.count);
}

/** A ladder of two blocks of these sizes: the best of the first has key 63, the worst of the second 64. */
function twoBlocks(worse: number, better: number): Ladder {
  const ladder = new Ladder();
  for (let key = 32; key < 97; key += 1) ladder.insert(key, key);
  for (let key = 31; key > 63 - worse; key -= 1) ladder.insert(key, key);
  for (let key = 97; key < 64 + better; key += 1) ladder.insert(key, key);
  for (let key = 96; key >= 64 + better; key -= 1) ladder.remove(key);
  return ladder;
}

test('a full block is split in half', () => {
  expect(sizesOf(ladderOf(64))).toEqual([64]);
  expect(sizesOf(ladderOf(65))).toEqual([32, 33]);
});

test.each([
  ['that keeps a quarter stays', 32, 17, [32, 16]],
  ['with less than a quarter merges with its predecessor', 32, 16, [47]],
  ['merges only if a quarter stays free', 33, 16, [48]],
  ['does not merge with a fuller one', 34, 16, [34, 15]],
  ['is removed when empty, however full its predecessor is', 64, 1, [64]],
])('a block %s', (_what, worse, better, sizes) => {
  const ladder = twoBlocks(worse, better);
  expect(sizesOf(ladder)).toEqual([worse, better]);
  ladder.remove(64);
  expect(sizesOf(ladder)).toEqual(sizes);
  expect(ladder.best()).toBe(better > 1 ? 63 + better : 63);
  // The next insertion is found.
  ladder.insert(64, 640);
  expect([ladder.find(64), ladder.nextWorse(64), ladder.nextWorse(65)]).toEqual([640, 63, 640]);
});
