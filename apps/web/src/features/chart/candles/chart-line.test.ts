import type { PriceAlert } from '@fft/contract';
import { expect, test } from 'vitest';
import { type AlertLine, createLineKeeper } from './chart-line.ts';

const alert = (id: string): PriceAlert => ({
  id,
  symbol: 'BTC/USDT',
  price: '97000',
  direction: 'up',
  fired: null,
  time: 0,
});
const alerts = { a: alert('a'), b: alert('b') };

/** Returns a new object each time: every change of the orders creates new lines. */
const line = (id: keyof typeof alerts, value = '97000'): AlertLine => ({
  kind: 'alert',
  id,
  value,
  text: `Alert ${value}`,
  isTrigger: true,
  isMovable: true,
  tone: 'alert',
  alert: alerts[id],
});

test('the list stays the same object while no line changes', () => {
  const keep = createLineKeeper();
  const before = keep([line('a'), line('b')]);
  expect(keep([line('a'), line('b')])).toBe(before);
});

test('a line that didn’t change stays the same object beside those that did', () => {
  const keep = createLineKeeper();
  const [a, b] = keep([line('a'), line('b')]);
  const moved = line('b', '98000');
  const now = keep([line('a'), moved]);
  expect(now).toEqual([a, moved]);
  expect(now[0]).toBe(a);
  expect(now[1]).not.toBe(b);
});

test('another order of the lines, or fewer, is another list', () => {
  const keep = createLineKeeper();
  const [a, b] = keep([line('a'), line('b')]);
  expect(keep([line('b'), line('a')])).toEqual([b, a]);
  expect(keep([line('a')])).toEqual([a]);
  expect(keep([])).toEqual([]);
});
