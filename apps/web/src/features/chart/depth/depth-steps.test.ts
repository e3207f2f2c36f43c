import { expect, test } from 'vitest';
import { depthPath, depthPicture, stepAt } from './depth-steps.ts';

const bids = [
  ['99', '1'],
  ['98', '2'],
  ['50', '100'],
] as const;
const asks = [
  ['101', '3'],
  ['102', '1'],
] as const;

test('both sides reach as far from the middle as the nearer one', () => {
  const picture = depthPicture(bids, asks);
  expect(picture).toMatchObject({ middle: 100, lowest: 98, highest: 102 });
  expect(picture?.bids).toEqual([
    { price: 99, total: 1 },
    { price: 98, total: 3 },
  ]);
  expect(picture?.asks.at(-1)).toEqual({ price: 102, total: 4 });
});

test('a book with one side shows that one, from its best price on, and no price below nothing', () => {
  const bought = depthPicture(bids, []);
  expect(bought).toMatchObject({ middle: 99, lowest: 50, highest: 148, asks: [] });
  expect(bought?.bids.at(-1)).toEqual({ price: 50, total: 103 });
  expect(bought && depthPath('asks', bought, 100, 10)).toBe('');
  const sold = depthPicture([], asks);
  expect(sold).toMatchObject({ middle: 101, lowest: 100, highest: 102, bids: [] });
  expect(sold?.asks).toHaveLength(2);
  expect(depthPicture([], [...asks, ['900', '5']])).toMatchObject({ lowest: 0, highest: 202 });
  const [one] = asks;
  expect(depthPicture([], [one])).toMatchObject({ middle: 101, lowest: 99.99, highest: 102.01 });
  expect(depthPicture([], [])).toBeNull();
});

test('one level a side still has a width', () => {
  const picture = depthPicture([['99', '1']], [['101', '1']]);
  expect(picture && picture.highest - picture.lowest).toBe(2);
});

test('paths close along the bottom and run outwards', () => {
  const picture = depthPicture(bids, asks);
  if (picture === null) throw new Error('no picture');
  expect(depthPath('bids', picture, 100, 10)).toMatch(/^M25\.0 10H25\.0V.*H0V10Z$/);
  expect(depthPath('asks', picture, 100, 10)).toMatch(/^M75\.0 10H75\.0V.*H100V10Z$/);
});

test('a price has the cumulative quantity up to it', () => {
  const picture = depthPicture(bids, asks);
  if (picture === null) throw new Error('no picture');
  expect(stepAt(picture, 98.5)).toEqual({ side: 'bids', step: { price: 99, total: 1 } });
  expect(stepAt(picture, 102)).toEqual({ side: 'asks', step: { price: 102, total: 4 } });
  expect(stepAt(picture, 100.5)).toBeNull();
});
