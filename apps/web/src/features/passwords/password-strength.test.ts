import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 0],
  ['Aa1!Aa1', 0],
  ['aaaaaaaaaaaa', 1],
  ['12345678', 1],
  ['abcdefgh', 1],
  ['qmtzwpxk', 2],
  ['qmtzwpxkbvrd', 3],
  ['correct horse battery', 4],
  ['k9#Tz!q4Wm2&', 4],
])('%s has strength %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
