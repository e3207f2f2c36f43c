import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Beat } from './beat.ts';

let pushedAt: number[];
let beat: Beat;
let begun: number;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setImmediate', 'clearImmediate', 'performance'] });
  pushedAt = [];
  begun = performance.now();
  beat = new Beat(50, () => pushedAt.push(performance.now() - begun));
});
afterEach(() => {
  beat.close();
  vi.useRealTimers();
});

test('beats come at every interval', () => {
  vi.advanceTimersByTime(120);
  expect(pushedAt).toEqual([50, 100]);
});

test('news after a quiet interval is pushed at once, and the next interval begins then', () => {
  vi.advanceTimersByTime(120);
  beat.hurry();
  beat.hurry();
  expect(pushedAt).toEqual([50, 100]);
  vi.advanceTimersByTime(55);
  expect(pushedAt).toEqual([50, 100, 120, 170]);
});

test('steady news is pushed once an interval', () => {
  for (let ms = 0; ms < 200; ms += 5) {
    beat.hurry();
    vi.advanceTimersByTime(5);
  }
  expect(pushedAt).toEqual([0, 50, 100, 150, 200]);
});

test('nothing is pushed after the end', () => {
  beat.hurry();
  beat.close();
  vi.advanceTimersByTime(100);
  expect(pushedAt).toEqual([]);
});
