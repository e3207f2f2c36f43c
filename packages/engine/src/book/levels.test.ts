import { expect, test } from 'vitest';
import { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { none } from '../store/records.ts';
import { Levels } from './levels.ts';

test('a new level is empty, even in a reused slot', () => {
  const levels = new Levels();
  const first = levels.create(100);
  levels.addQuantity(first, 5);
  levels.setHead(first, 7);
  levels.setTail(first, 8);
  expect([levels.quantityOf(first), levels.headOf(first), levels.tailOf(first)]).toEqual([5, 7, 8]);
  levels.addQuantity(first, -5);
  levels.setHead(first, none);
  levels.free(first);
  expect(levels.count).toBe(0);
  const second = levels.create(99);
  expect(second).toBe(first);
  expect(levels.priceOf(second)).toBe(99);
  expect([levels.quantityOf(second), levels.headOf(second), levels.tailOf(second)]).toEqual([0, none, none]);
});

test('levels keep their prices when the store grows, and in a snapshot', () => {
  const levels = new Levels();
  const all = Array.from({ length: 3000 }, (_, index) => levels.create(index + 1));
  const writer = new SnapshotWriter();
  levels.save(writer);
  const restored = new Levels();
  restored.load(new SnapshotReader(writer.finish()));
  for (const each of [levels, restored]) {
    expect(each.count).toBe(3000);
    expect(all.findIndex((level, index) => each.priceOf(level) !== index + 1)).toBe(-1);
  }
});

test('a negative quantity and freeing a non-empty level throw', () => {
  const levels = new Levels();
  const [lots, queue] = [levels.create(100), levels.create(101)];
  expect(() => levels.addQuantity(lots, -1)).toThrow('fell below zero');
  levels.addQuantity(lots, 1);
  expect(() => levels.free(lots)).toThrow('still holds orders');
  levels.setHead(queue, 0);
  expect(() => levels.free(queue)).toThrow('still holds orders');
});
