import { expect, test } from 'vitest';
import { identityTexts } from '../../i18n/identity.ts';
import { formatWait } from './wait.ts';

test.each([
  [-5, '0 min'],
  [59_999, '0 min'],
  [38 * 60_000, '38 min'],
  [(3 * 60 + 41) * 60_000, '3 h 41 min'],
  [(24 * 60 + 61) * 60_000, '1 d 1 h'],
])('%i ms are %s', (waitMs, words) => {
  expect(formatWait(waitMs, identityTexts.en)).toBe(words);
});
