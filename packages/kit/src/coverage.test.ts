import { expect, test } from 'vitest';
import { coverageOf } from './coverage.ts';

test.each([
  ['1.000000000000000001', '0', '1', '100.0%', true],
  ['0.999999999999999999', '0', '1', '99.9%', false],
  ['10', '0', '9.5', '105.2%', true],
  ['9007199254740993', '0', '9007199254740992.5', '100.0%', true],
  ['7', '3', '10', '100.0%', true],
  ['7', '2.9', '10', '99.0%', false],
  ['1003', '0', '3', '> 1,000%', true],
  ['0', '0', '5', '0.0%', false],
  ['5', '0', '0.00', null, true],
  ['-1', '0', '0', null, false],
])('%s held and %s leaving for %s owed: %s', (held, leaving, owed, percent, isCovered) => {
  expect(coverageOf({ held, leaving, owed })).toEqual({ percent, isCovered });
});
