import { expect, test } from 'vitest';
import { formatTrimmed } from './trimmed.ts';

test.each([
  ['25000.000000', '25,000'],
  ['0.02000', '0.02'],
  ['1000', '1,000'],
  ['0.000000', '0'],
  ['-260000.100', '−260,000.1'],
])('%s', (value, shown) => expect(formatTrimmed(value)).toBe(shown));
