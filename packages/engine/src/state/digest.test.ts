import { expect, test } from 'vitest';
import { Digest } from './digest.ts';

function digestOf(...lines: string[]): string {
  const digest = new Digest();
  for (const line of lines) digest.add(line);
  return digest.text();
}

// Of the authors of FNV, http://www.isthe.com/chongo/tech/comp/fnv/
test.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['b', 'af63df4c8601f1a5'],
  ['foobar', '85944171f73967e8'],
  ['chongo was here!\n', '46810940eff5f915'],
])('%j has the hash that FNV-1a says', (line, hash) => {
  expect(digestOf(line)).toBe(hash);
});

test('of nothing it is zero, in 16 digits', () => {
  expect(digestOf()).toBe('0000000000000000');
});

test('hashes are added up, and carried from the lower half to the upper', () => {
  const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`);
  let sum = 0n;
  lines.forEach((line, index) => {
    sum = BigInt.asUintN(64, sum + BigInt(`0x${digestOf(line)}`));
    const first = lines.slice(0, index + 1);
    expect(digestOf(...first)).toBe(sum.toString(16).padStart(16, '0'));
    expect(digestOf(...first.toReversed())).toBe(digestOf(...first));
  });
});
