import { beforeEach, expect, test } from 'vitest';
import { Heartbeat } from './heartbeat.ts';
import { MessageRate } from './message-rate.ts';

let pings: number;
let ends: (readonly [string, number])[];
const connection = {
  ping: () => {
    pings += 1;
  },
  close: (code: number) => void ends.push(['close', code]),
  cut: (code: number) => void ends.push(['cut', code]),
};

beforeEach(() => {
  pings = 0;
  ends = [];
});

test('a socket is pinged every 20 seconds, and closed a minute after its last pong', () => {
  const heartbeat = new Heartbeat(0);
  for (let now = 0; now < 40_000; now += 2_500) heartbeat.watch(connection, now);
  expect([pings, ends]).toEqual([1, []]);
  heartbeat.pong(40_000);
  for (let now = 40_000; now < 100_000; now += 2_500) heartbeat.watch(connection, now);
  expect([pings, ends]).toEqual([4, []]);
  heartbeat.watch(connection, 100_000);
  expect(ends).toEqual([['cut', 1008]]);
});

test('a socket is closed after 24 hours, whatever it answers', () => {
  const heartbeat = new Heartbeat(0);
  const day = 24 * 3_600_000;
  heartbeat.pong(day - 1);
  heartbeat.watch(connection, day - 1);
  expect(ends).toEqual([]);
  heartbeat.pong(day);
  heartbeat.watch(connection, day);
  expect(ends).toEqual([['close', 1001]]);
});

test('messages are counted in seconds', () => {
  const rate = new MessageRate(5);
  const taken = Array.from({ length: 6 }, () => rate.take(0));
  expect(taken).toEqual([true, true, true, true, true, false]);
  expect(rate.take(999)).toBe(false);
  expect(rate.take(1_000)).toBe(true);
});
