import { expect, test } from 'vitest';
import { pairMost } from './pair-most.ts';

/** Pairs words with those that begin with one of their letters. */
const pairs = (ones: readonly string[], others: readonly string[]) =>
  [...pairMost(ones, others, (one, other) => one.includes(other.charAt(0)))].map((pair) => pair.join(' ')).toSorted();

test.each([
  ['the first ones get the first', ['ab', 'ba'], ['a1', 'b2'], ['ab a1', 'ba b2']],
  ['one that has a choice leaves another its only one', ['ab', 'a'], ['a1', 'b2'], ['a a1', 'ab b2']],
  ['over several', ['ab', 'bc', 'a'], ['a1', 'b2', 'c3'], ['a a1', 'ab b2', 'bc c3']],
  ['what has no pair stays alone', ['a', 'aa', 'c'], ['a1', 'b2'], ['a a1']],
] as const)('%s', (_case, ones, others, expected) => {
  expect(pairs(ones, others)).toEqual(expected);
});
