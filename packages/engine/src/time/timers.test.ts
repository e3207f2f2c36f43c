import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Timer, Timers } from './timers.ts';

const timer = fc.record({
  time: fc.nat(50),
  kind: fc.nat(2),
  subject: fc.nat(9),
  scope: fc.integer({ min: -1, max: 2 }),
});

/** What comes first: the earlier, then by kind, subject and scope. */
function inOrder(timers: readonly Timer[]): Timer[] {
  return timers.toSorted((a, b) => a.time - b.time || a.kind - b.kind || a.subject - b.subject || a.scope - b.scope);
}

function takeAll(timers: Timers, now: number): Timer[] {
  const taken: Timer[] = [];
  for (let due = timers.takeDue(now); due !== null; due = timers.takeDue(now)) taken.push(due);
  return taken;
}

test('timers come in the order of time, kind, subject and scope, as far as they are due', () => {
  fc.assert(
    fc.property(fc.array(timer, { maxLength: 60 }), fc.nat(60), (all, now) => {
      const timers = new Timers(() => true);
      for (const one of all) timers.add(one);
      expect(timers.nextAt()).toBe(Math.min(...all.map(({ time }) => time)));
      expect(takeAll(timers, now)).toEqual(inOrder(all.filter(({ time }) => time <= now)));
      expect(inOrder(timers.all())).toEqual(inOrder(all.filter(({ time }) => time > now)));
      expect(takeAll(timers, Infinity)).toEqual(inOrder(all.filter(({ time }) => time > now)));
      expect(timers.nextAt()).toBe(Infinity);
    }),
    { seed: 1, numRuns: 300 },
  );
});

test('one whose reason is gone is never told', () => {
  const gone = new Set<number>();
  const timers = new Timers(({ subject }) => !gone.has(subject));
  for (let subject = 0; subject < 10; subject += 1) timers.add({ time: subject, kind: 0, subject, scope: 0 });
  for (const subject of [0, 1, 5]) gone.add(subject);
  expect(timers.nextAt()).toBe(2);
  expect(takeAll(timers, 6).map(({ subject }) => subject)).toEqual([2, 3, 4, 6]);
  for (const subject of [7, 8, 9]) gone.add(subject);
  expect(timers.nextAt()).toBe(Infinity);
});

test('those without a reason are swept out before they become many, and no other', () => {
  const timers = new Timers(({ subject }) => subject % 100 === 0);
  for (let subject = 0; subject < 20_000; subject += 1) {
    timers.add({ time: 20_000 - subject, kind: 0, subject, scope: 0 });
    expect(timers.all().length).toBeLessThanOrEqual(1024);
  }
  const left = takeAll(timers, Infinity).map(({ subject }) => subject);
  expect(left).toEqual(Array.from({ length: 200 }, (_, index) => 19_900 - index * 100));
});

test('what is kept may become many', () => {
  const timers = new Timers(() => true);
  for (let subject = 0; subject < 5000; subject += 1) timers.add({ time: 5000 - subject, kind: 0, subject, scope: 0 });
  expect(timers.all().length).toBe(5000);
  expect(takeAll(timers, Infinity).map(({ time }) => time)).toEqual(
    Array.from({ length: 5000 }, (_, index) => index + 1),
  );
});
