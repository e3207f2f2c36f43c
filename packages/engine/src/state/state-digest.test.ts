import { expect, test } from 'vitest';
import { StateDigest } from './state-digest.ts';

function digestOf(...lines: string[]): string {
  const digest = new StateDigest();
  for (const line of lines) digest.add(line);
  return digest.text();
}

// Test vectors of the authors of FNV, http://www.isthe.com/chongo/tech/comp/fnv/
test.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['b', 'af63df4c8601f1a5'],
  ['foobar', '85944171f73967e8'],
  ['chongo was here!\n', '46810940eff5f915'],
])('%j has its FNV-1a hash', (line, hash) => {
  expect(digestOf(line)).toBe(hash);
});

test('the empty digest is zero, in 16 digits', () => {
  expect(digestOf()).toBe('0000000000000000');
});

test('hashes are summed, with a carry from the lower half to the upper', () => {
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`);
  let sum = 0n;
  lines.forEach((line, index) => {
    sum = BigInt.asUintN(64, sum + BigInt(`0x${digestOf(line)}`));
    const first = lines.slice(0, index + 1);
    expect(digestOf(...first)).toBe(sum.toString(16).padStart(16, '0'));
    expect(digestOf(...first.toReversed())).toBe(digestOf(...first));
  });
});
