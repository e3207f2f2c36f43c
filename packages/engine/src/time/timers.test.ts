import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { type Timer, TimerKind, Timers } from './timers.ts';

const timer = fc.record({
  time: fc.nat(50),
  kind: fc.nat(2),
  subject: fc.nat(9),
  scope: fc.integer({ min: -1, max: 2 }),
});
const step = fc.record({ timer, isSet: fc.boolean() });

const nameOf = ({ kind, subject, scope }: Timer): string => `${kind} ${subject} ${scope}`;

/** Compares timers by time, then kind, subject and scope. */
function inOrder(timers: Iterable<Timer>): Timer[] {
  return [...timers].toSorted(
    (a, b) => a.time - b.time || a.kind - b.kind || a.subject - b.subject || a.scope - b.scope,
  );
}

function takeAll(timers: Timers, now: number): Timer[] {
  const taken: Timer[] = [];
  for (let due = timers.takeDue(now); due !== null; due = timers.takeDue(now)) taken.push(due);
  return taken;
}

test('due timers are taken in order of time, kind, subject and scope, one per key', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), fc.nat(60), (steps, now) => {
      const timers = new Timers();
      const wanted = new Map<string, Timer>();
      for (const { timer: one, isSet } of steps) {
        if (isSet) wanted.set(nameOf(one), one);
        else wanted.delete(nameOf(one));
        if (isSet) timers.set(one);
        else timers.remove(one);
        expect(timers.timeOf(one)).toBe(isSet ? one.time : Infinity);
      }
      const all = inOrder(wanted.values());
      expect(timers.nextAt()).toBe(all[0]?.time ?? Infinity);
      expect(takeAll(timers, now)).toEqual(all.filter(({ time }) => time <= now));
      expect(inOrder(timers.all())).toEqual(all.filter(({ time }) => time > now));
      const writer = new SnapshotWriter();
      timers.save(writer);
      const restored = new Timers();
      restored.load(new SnapshotReader(writer.finish()));
      for (const each of [timers, restored]) {
        expect(takeAll(each, Infinity)).toEqual(all.filter(({ time }) => time > now));
        expect([each.count, each.nextAt()]).toEqual([0, Infinity]);
      }
    }),
    { seed: 1, numRuns: 300 },
  );
});

test('replaced and removed timers leave nothing behind', () => {
  const timers = new Timers();
  for (let subject = 0; subject < 20_000; subject += 1) {
    timers.set({ time: 20_000 - subject, kind: TimerKind.order, subject, scope: 0 });
    timers.set({ time: subject, kind: TimerKind.deadMan, subject: 1000, scope: -1 });
    if (subject % 100 !== 0) timers.remove({ kind: TimerKind.order, subject, scope: 0 });
  }
  expect(timers.count).toBe(201);
  const expiries = takeAll(timers, Infinity).filter(({ kind }) => kind === TimerKind.order);
  expect(expiries.map(({ subject }) => subject)).toEqual(Array.from({ length: 200 }, (_, n) => 19_900 - n * 100));
});
