import { expect, test } from 'vitest';
import { maskEmail } from './mask-email.ts';

test.each([
  ['anna.novak@mail.example', 'a***k@mail.example'],
  ['bob@mail.example', 'b***b@mail.example'],
  ['al@mail.example', 'a***@mail.example'],
  ['a@mail.example', 'a***@mail.example'],
  ['"x@y"@mail.example', '"***"@mail.example'],
])('%s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
