import { expect, test } from 'vitest';
import { Budgets } from './budgets.ts';

test('a budget is charged by weight and refills evenly', () => {
  const clock = { ms: 0 };
  const budgets = new Budgets(100, { now: () => clock.ms });
  expect(budgets.pay('a', 60)).toEqual({ waitMs: 0, left: 40, fullInMs: 6_000, max: 100 });
  expect(budgets.pay('a', 60)).toEqual({ waitMs: 2_000, left: 40, fullInMs: 6_000, max: 100 });
  expect(budgets.pay('b', 60).waitMs).toBe(0);
  clock.ms = 2_000;
  expect(budgets.pay('a', 60)).toEqual({ waitMs: 0, left: 0, fullInMs: 10_000, max: 100 });
  clock.ms = 60_000;
  expect(budgets.pay('a', 1)).toEqual({ waitMs: 0, left: 99, fullInMs: 100, max: 100 });
});

function start(per10s: number) {
  let now = 1_000;
  const budgets = new Budgets(per10s, { now: () => now });
  return {
    budgets,
    owe: (customer: number, times = 1) => {
      for (let time = 0; time < times; time += 1) budgets.owe(customer, 1);
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test('a budget is spent by as many refusals as it allows, and refills evenly', () => {
  const { budgets, owe, pass } = start(20);
  owe(1000, 19);
  expect(budgets.isSpent(1000)).toBe(false);
  owe(1000);
  expect([budgets.isSpent(1000), budgets.isSpent(1001)]).toEqual([true, false]);
  pass(499);
  expect(budgets.isSpent(1000)).toBe(true);
  pass(1);
  expect(budgets.isSpent(1000)).toBe(false);
  pass(60_000);
  owe(1000, 20);
  expect(budgets.isSpent(1000)).toBe(true);
});

test('refusals beyond the budget, which were under way together, are owed', () => {
  const { budgets, owe, pass } = start(10);
  owe(1000, 30);
  pass(20_000);
  expect(budgets.isSpent(1000)).toBe(true);
  pass(1_000);
  expect(budgets.isSpent(1000)).toBe(false);
});

test('of more keys than are remembered, full budgets are forgotten first', () => {
  const { budgets, owe, pass } = start(10);
  owe(1, 30);
  for (let customer = 1_000; customer < 50_999; customer += 1) owe(customer);
  pass(2_000);
  owe(99_999);
  expect([budgets.isSpent(1), budgets.isSpent(1_000)]).toEqual([true, false]);
});
