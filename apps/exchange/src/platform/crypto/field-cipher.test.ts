import { expect, test } from 'vitest';
import { createFieldCipher } from './field-cipher.ts';

const seal = createFieldCipher('a secret that is outside the database');
const label = 'totp:1000';

test('opens what it sealed, and the bytes do not show it', () => {
  const sealed = seal.close('秘密 secret', label);
  expect(seal.open(sealed, label)).toBe('秘密 secret');
  expect(sealed.toString('latin1')).not.toContain('secret');
  expect(seal.close('秘密 secret', label).equals(sealed)).toBe(false);
});

test.each<[what: string, open: (sealed: Buffer) => string]>([
  ['for another field', (sealed) => seal.open(sealed, 'totp:1001')],
  ['with another secret', (sealed) => createFieldCipher('another secret').open(sealed, label)],
  ['with a bit changed', (sealed) => seal.open(Buffer.from(sealed).fill((sealed[20] ?? 0) ^ 1, 20, 21), label)],
  ['truncated', (sealed) => seal.open(sealed.subarray(0, 20), label)],
  ['empty', () => seal.open(Buffer.alloc(0), label)],
])('refuses bytes %s', (_what, open) => {
  expect(() => open(seal.close('text', label))).toThrow(/./);
});
