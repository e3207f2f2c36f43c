import { expect, test } from 'vitest';
import { timesOfYear, yearsBefore } from './tax-years.ts';

test('the last years are offered, the present one first', () => {
  expect(yearsBefore(new Date(2026, 0, 1))).toEqual(['2026', '2025', '2024', '2023', '2022', '2021']);
});

test('a year goes from its first moment to the next one’s, and all of them have no bounds', () => {
  expect(timesOfYear('2024')).toEqual({ from: new Date(2024, 0, 1).getTime(), to: new Date(2025, 0, 1).getTime() });
  expect(timesOfYear('all')).toEqual({});
});
