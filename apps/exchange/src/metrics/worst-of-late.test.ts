import { expect, test } from 'vitest';
import { WorstOfLate } from './worst-of-late.ts';

test('the worst figure stands for fifteen seconds at least and for thirty at most', () => {
  let time = 0;
  const worst = new WorstOfLate(() => time);
  worst.note(700);
  worst.note(0);
  expect(worst.value()).toBe(700);
  time = 29_999;
  worst.note(20);
  expect(worst.value()).toBe(700);
  time = 30_000;
  expect(worst.value()).toBe(20);
  time = 90_000;
  expect(worst.value()).toBe(0);
});
