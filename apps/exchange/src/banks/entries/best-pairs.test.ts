import { expect, test } from 'vitest';
import { bestPairs } from './best-pairs.ts';

/** Pairs words with those that begin with one of their letters: the first letter fits best. */
const fitOf = (one: string, other: string): number | null => {
  const at = one.indexOf(other.charAt(0));
  return at < 0 ? null : at;
};
const pairs = (ones: readonly string[], others: readonly string[]) =>
  [...bestPairs(ones, others, { worst: 1, fitOf })].map((pair) => pair.join(' ')).toSorted();

test.each([
  ['the first ones get the first', ['ax', 'ay'], ['a1', 'a2', 'a3'], ['ax a1', 'ay a2']],
  ['each gets what fits best', ['ab', 'ba'], ['b1', 'a2'], ['ab a2', 'ba b1']],
  ['a better fit comes before an earlier one', ['ab', 'b'], ['b1'], ['b b1']],
  ['one that has a choice leaves another its only one', ['ab', 'ca'], ['a1', 'b2'], ['ab b2', 'ca a1']],
  ['what has no pair stays alone', ['a', 'c'], ['a1', 'b2'], ['a a1']],
] as const)('%s', (_case, ones, others, expected) => {
  expect(pairs(ones, others)).toEqual(expected);
});
