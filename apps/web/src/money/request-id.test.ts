import { expect, test } from 'vitest';
import { createRequestIds } from './request-id.ts';

test('the same payment keeps its id until it is answered; another body is another payment', () => {
  let count = 0;
  const ids = createRequestIds(() => `id ${++count}`);
  expect([ids.idFor('100 USDT'), ids.idFor('100 USDT')]).toEqual(['id 1', 'id 1']);
  expect(ids.idFor('200 USDT')).toBe('id 2');
  ids.done();
  expect(ids.idFor('200 USDT')).toBe('id 3');
});
