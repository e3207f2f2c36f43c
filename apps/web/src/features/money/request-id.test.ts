import { expect, test } from 'vitest';
import type { Kept } from '../session/index.ts';
import { createRequestIds, type UnansweredPayment } from './request-id.ts';

function inMemory(): Kept<UnansweredPayment> {
  let kept: UnansweredPayment | null = null;
  return {
    keep: (value) => {
      kept = value;
    },
    read: () => kept,
    forget: () => {
      kept = null;
    },
  };
}

test('the same payment keeps its id until it is answered, over a reload too; another body is another payment', () => {
  let count = 0;
  const [kept, newId] = [inMemory(), () => `id ${++count}`];
  const ids = createRequestIds(kept, newId);
  expect([ids.idFor('100 USDT'), ids.idFor('100 USDT')]).toEqual(['id 1', 'id 1']);
  expect(createRequestIds(kept, newId).idFor('100 USDT')).toBe('id 1');
  expect(ids.idFor('200 USDT')).toBe('id 2');
  expect([ids.lostId('200 USDT'), createRequestIds(kept).lostId('200 USDT')]).toEqual([null, null]);
  ids.lost();
  expect(['100 USDT', '200 USDT'].map((body) => createRequestIds(kept).lostId(body))).toEqual([null, 'id 2']);
  expect(ids.idFor('200 USDT')).toBe('id 2');
  ids.done();
  expect(ids.lostId('200 USDT')).toBeNull();
  expect(ids.idFor('200 USDT')).toBe('id 3');
});
