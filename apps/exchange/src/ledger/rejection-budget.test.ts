import { expect, test } from 'vitest';
import { RejectionBudget } from './rejection-budget.ts';

function start(per10s: number) {
  let now = 1_000;
  const budget = new RejectionBudget(per10s, () => now);
  return {
    budget,
    take: (customer: number, times = 1) => {
      for (let time = 0; time < times; time += 1) budget.take(customer);
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('a budget is spent by as many refusals as it allows, and refills evenly', () => {
  const { budget, take, pass } = start(20);
  take(1000, 19);
  expect(budget.isSpent(1000)).toBe(false);
  take(1000);
  expect([budget.isSpent(1000), budget.isSpent(1001)]).toEqual([true, false]);
  pass(499);
  expect(budget.isSpent(1000)).toBe(true);
  pass(1);
  expect(budget.isSpent(1000)).toBe(false);
  pass(60_000);
  take(1000, 20);
  expect(budget.isSpent(1000)).toBe(true);
});

test('refusals beyond the budget, which were under way together, are owed', () => {
  const { budget, take, pass } = start(10);
  take(1000, 30);
  pass(20_000);
  expect(budget.isSpent(1000)).toBe(true);
  pass(1_000);
  expect(budget.isSpent(1000)).toBe(false);
});

test('a budget of 0 is no limit', () => {
  const { budget, take } = start(0);
  take(1000, 1_000);
  expect(budget.isSpent(1000)).toBe(false);
});
