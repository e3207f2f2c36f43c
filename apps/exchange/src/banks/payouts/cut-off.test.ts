import { expect, test } from 'vitest';
import { departureOf, isPast } from './cut-off.ts';

const calendar = { cut_off: 16 * 60, time_zone: 'Europe/Berlin', holidays: ['2026-12-25', '2026-12-28'] };
const at = (time: string, of = calendar) => {
  const { leavesOn, cutOff } = departureOf(of, Date.parse(time));
  return `${leavesOn} ${new Date(cutOff).toISOString().slice(0, 16)}Z`;
};

test.each([
  ['in time on a working day', '2026-11-26T14:59:00Z', '2026-11-26 2026-11-26T15:00Z'],
  ['at the cut-off time', '2026-11-26T15:00:00Z', '2026-11-27 2026-11-27T15:00Z'],
  ['over the weekend', '2026-11-27T15:00:00Z', '2026-11-30 2026-11-30T15:00Z'],
  ['in the night, when it is tomorrow there', '2026-11-26T23:30:00Z', '2026-11-27 2026-11-27T15:00Z'],
  ['over Christmas', '2026-12-24T16:00:00Z', '2026-12-29 2026-12-29T15:00Z'],
  ['across the change of clocks', '2026-03-27T16:00:00Z', '2026-03-30 2026-03-30T14:00Z'],
])('a payment leaves: %s', (_name, time, leaves) => {
  expect(at(time)).toBe(leaves);
});

test('the day is that of the bank', () => {
  expect(at('2026-11-26T20:00:00Z', { ...calendar, time_zone: 'Asia/Shanghai' })).toBe('2026-11-27 2026-11-27T08:00Z');
});

test.each([
  ['on the third working day', '2026-11-27T16:00:00Z', '2026-12-02T22:00:00Z', false],
  ['after it', '2026-11-27T16:00:00Z', '2026-12-02T23:00:00Z', true],
  ['over Christmas', '2026-12-23T12:00:00Z', '2026-12-30T12:00:00Z', false],
  ['after Christmas', '2026-12-23T12:00:00Z', '2026-12-31T12:00:00Z', true],
])('three working days are past: %s', (_name, since, now, past) => {
  expect(isPast(calendar, { since: Date.parse(since), days: 3 }, Date.parse(now))).toBe(past);
});
