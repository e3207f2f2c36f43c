import { expect, test } from 'vitest';
import { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { Records } from './records.ts';

// Three doubles: a page of memory is not a multiple of this stride.
const doubles = 3;

/** `count` records, each filled with its number. */
function filled(count: number): { records: Records; slots: number[] } {
  const records = new Records(doubles);
  const slots = Array.from({ length: count }, (_, index) => {
    const slot = records.allocate();
    records.numbers.fill(index + 0.5, slot >> 1, (slot >> 1) + doubles);
    return slot;
  });
  return { records, slots };
}

function contentOf(records: Records, slots: readonly number[]): number[] {
  return slots.map((slot) => {
    const content = new Set(records.numbers.subarray(slot >> 1, (slot >> 1) + doubles));
    return content.size === 1 ? Math.floor([...content][0] as number) : -1;
  });
}

function throughSnapshot(records: Records): Records {
  const writer = new SnapshotWriter();
  records.save(writer);
  const restored = new Records(doubles);
  const reader = new SnapshotReader(writer.finish());
  restored.load(reader);
  reader.finish();
  return restored;
}

test.each([0, 1, 31, 32, 33, 5000, 20_000])('%i records keep their content, also in a snapshot', (count) => {
  const { records, slots } = filled(count);
  for (const each of [records, throughSnapshot(records)]) {
    expect(each.count).toBe(count);
    expect([...each.slots()]).toEqual(slots);
    expect(contentOf(each, slots)).toEqual(slots.map((_, index) => index));
    expect(each.integers.buffer).toBe(each.numbers.buffer);
    const next = each.allocate();
    expect(next).toBe(count * doubles * 2);
    expect(each.numbers.length).toBeGreaterThanOrEqual((next >> 1) + doubles);
    expect(each.integers.length).toBeGreaterThanOrEqual(next + doubles * 2);
  }
});

test('slots are reused, the last freed first, also after a snapshot', () => {
  const { records, slots } = filled(40);
  const freed = [3, 0, 39].map((index) => slots[index] as number);
  for (const slot of freed) records.free(slot);
  for (const each of [throughSnapshot(records), records]) {
    expect(each.count).toBe(37);
    expect([each.allocate(), each.allocate(), each.allocate()]).toEqual(freed.toReversed());
    expect(each.count).toBe(40);
    expect(each.allocate()).toBe(40 * doubles * 2);
  }
});

test.each([-1, -6, 12, 18])('freeing a slot that was never allocated, %i, throws', (slot) => {
  const { records } = filled(2);
  expect(() => records.free(slot)).toThrow('never given');
  expect(records.count).toBe(2);
});
