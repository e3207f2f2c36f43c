import type { Market } from '@fft/contract';
import { expect, test } from 'vitest';
import { marketsBeside } from './markets-beside.ts';

const [a, b, c, d, e] = ['A', 'B', 'C', 'D', 'E'].map((symbol) => ({ symbol }) as Market);
const markets = [a, b, c, d, e].filter((market) => market !== undefined);
const beside = (first: string, ...chosen: string[]): readonly string[] => {
  const found = markets.find(({ symbol }) => symbol === first);
  if (found === undefined) throw new Error(`${first} is no market`);
  return marketsBeside(
    markets,
    found,
    chosen.map((symbol) => ({ symbol })),
  ).map(({ symbol }) => symbol);
};

test('charts show the first markets that no other shows, until one is chosen', () => {
  expect(beside('B')).toEqual(['A', 'C', 'D']);
  expect(beside('A', '', 'E')).toEqual(['B', 'E', 'C']);
});

test('a market that isn’t listed any more is replaced, and one may be shown twice', () => {
  expect(beside('A', 'GONE', 'A')).toEqual(['B', 'A', 'C']);
});
