import { expect, test } from 'vitest';
import { MadeTrades } from '../../../testing/made-trades.ts';
import { rowsOfBatch } from './write-batches.ts';

test('a batch whose rows can’t be made leaves none to the next', () => {
  const batch = new MadeTrades(() => 1_000).next(1, 20);
  const sound = rowsOfBatch(batch);
  expect(() => rowsOfBatch({ ...batch, postings: batch.postings.slice(0, -9) })).toThrow('a fill');
  expect(() => rowsOfBatch({ ...batch, orders: [{ ...batch.orders[0], updated: 0.5 } as never] })).toThrow('safe');
  expect(rowsOfBatch(batch)).toEqual(sound);
});
