import { expect, test } from 'vitest';
import { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { none } from '../store/records.ts';
import { OrderTable } from './order-table.ts';

/** Ids at both ends of pages, with empty pages between. */
const numbers = [1, 1023, 1024, 2047, 2048, 9000];

function filled(): OrderTable {
  const table = new OrderTable();
  numbers.forEach((orderId, slot) => table.set(orderId, slot));
  return table;
}

test('finds what was added and not removed, and no other id', () => {
  const table = filled();
  expect(numbers.map((orderId) => table.find(orderId))).toEqual([0, 1, 2, 3, 4, 5]);
  for (const other of [-1, 0, 2, 1025, 5000, 9001, 1e6, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]) {
    expect(table.find(other)).toBe(none);
  }
  numbers.forEach((orderId, slot) => {
    table.remove(orderId);
    expect(numbers.map((each) => table.find(each))).toEqual(numbers.map((_, at) => (at > slot ? at : none)));
  });
});

test('a freed page can be filled again', () => {
  const table = filled();
  table.remove(9000);
  table.set(9001, 7);
  expect([table.find(9000), table.find(9001)]).toEqual([none, 7]);
});

test('is the same after a snapshot, including empty pages', () => {
  const writer = new SnapshotWriter();
  filled().save(writer);
  const restored = new OrderTable();
  restored.load(new SnapshotReader(writer.finish()));
  expect(numbers.map((orderId) => restored.find(orderId))).toEqual([0, 1, 2, 3, 4, 5]);
  restored.remove(1);
  restored.remove(1023);
  expect([restored.find(1), restored.find(1024)]).toEqual([none, 2]);
});

test('removing an absent id throws', () => {
  expect(() => new OrderTable().remove(1)).toThrow('not in the table');
});

test('a page is freed with its last order, however often one was set', () => {
  const table = new OrderTable();
  for (const orderId of [5, 5, 6]) table.set(orderId, 1);
  table.remove(5);
  expect(table['pages'][0]).toBeDefined();
  expect(() => table.remove(5)).toThrow('not in the table');
  table.remove(6);
  expect(table['pages'][0]).toBe(undefined);
});
