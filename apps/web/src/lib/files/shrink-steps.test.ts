import { expect, test } from 'vitest';
import { drawSmall, isJpegOrPng, shrinkSteps } from './shrink-steps.ts';

test('a large photo keeps its aspect ratio and shrinks step by step', () => {
  const steps = shrinkSteps(4032, 3024);
  expect(steps[0]).toEqual({ width: 2560, height: 1920, quality: 0.9 });
  const areas = steps.map(({ width, height, quality }) => width * height * quality);
  expect(areas.toSorted((a, b) => b - a)).toEqual(areas);
  expect(steps.every(({ width, height }) => Math.abs(width / height - 4032 / 3024) < 0.01)).toBe(true);
});

test('a small photo is never enlarged, however narrow it is', () => {
  expect(shrinkSteps(640, 400)[0]).toMatchObject({ width: 640, height: 400 });
  expect(shrinkSteps(10_000, 1).at(-1)).toMatchObject({ width: 800, height: 1 });
});

test('the first picture under 1 MB is used, and none if all are larger', async () => {
  const steps = shrinkSteps(4032, 3024);
  const drawAs = (sizes: readonly number[]) => {
    const left = [...sizes];
    return drawSmall(steps, () => Promise.resolve(new Blob([new Uint8Array(left.shift() ?? 2_000_000)])));
  };
  expect((await drawAs([1_500_000, 1_000_000, 999_999, 10]))?.size).toBe(999_999);
  expect(await drawAs([])).toBeNull();
});

test.each([
  [[0xff, 0xd8, 0xff, 0xe0], true],
  [[0x89, 0x50, 0x4e, 0x47, 0x0d], true],
  [[0x3c, 0x73, 0x76, 0x67], false],
  [[0xff, 0xd8], false],
  [[], false],
])('a file that begins with %j is accepted: %s', (bytes, taken) => {
  expect(isJpegOrPng(new Uint8Array(bytes))).toBe(taken);
});
