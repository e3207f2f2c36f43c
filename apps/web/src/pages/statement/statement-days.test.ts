import type { StatementLine } from '@fft/contract';
import { expect, test } from 'vitest';
import { byDay, totalsOf } from './statement-days.ts';

const record = (id: string, time: number, amount = '1'): StatementLine => ({
  id,
  coin: 'USDT',
  type: 'trade',
  amount,
  fee: '0',
  balance: '1',
  state: 'done',
  time,
  ref: '',
});
const at = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();

test('lines are grouped by day in their original order', () => {
  const days = byDay([
    record('d', at(20, 23)),
    record('c', at(20, 0)),
    record('b', at(19, 23)),
    record('a', at(17, 5)),
  ]);
  expect(days.map(({ startMs, records }) => [startMs, records.map(({ id }) => id).join('')])).toEqual([
    [at(20, 0), 'dc'],
    [at(19, 0), 'b'],
    [at(17, 0), 'a'],
  ]);
  expect(byDay([])).toEqual([]);
});

test('totals are exact, and count an order with its fee', () => {
  const entries = [['0.1'], ['0.2'], ['-0.05'], ['-1.95', '1947.53', '12260.53']].map((amounts) => ({
    lines: amounts.map((amount) => ({ amount })),
  }));
  expect(totalsOf(entries)).toEqual({ incoming: '14206.41', outgoing: '-0.05', net: '14206.36' });
  expect(totalsOf([])).toEqual({ incoming: '0', outgoing: '0', net: '0' });
});
