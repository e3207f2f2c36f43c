import { expect, test } from 'vitest';
import { isCovered } from './cover.ts';

test.each([
  ['1.000000000000000001', '1', true],
  ['0.999999999999999999', '1', false],
  ['10', '9.5', true],
  ['9.49', '9.5', false],
  ['9007199254740993', '9007199254740992.5', true],
  ['0', '0.00', true],
  ['-1', '0', false],
  ['0', '-1', true],
])('%s held for %s owed: %s', (held, owed, covered) => {
  expect(isCovered(held, owed)).toBe(covered);
});
