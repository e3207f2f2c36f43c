import { expect, test } from 'vitest';
import { maskEmail, maskPhone } from './mask.ts';

test.each([
  ['anna.novak@mail.example', 'a***k@mail.example'],
  ['bob@mail.example', 'b***b@mail.example'],
  ['al@mail.example', 'a***@mail.example'],
  ['a@mail.example', 'a***@mail.example'],
  ['"x@y"@mail.example', '"***"@mail.example'],
])('%s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});

test.each([
  ['+8613800138000', '+86***8000'],
  ['+1234567', '+12***567'],
])('%s is shown as %s', (phone, masked) => {
  expect(maskPhone(phone)).toBe(masked);
});
