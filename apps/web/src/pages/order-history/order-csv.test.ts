import type { Order } from '@fft/contract';
import { expect, test } from 'vitest';
import { historyTexts } from './history-texts.ts';
import { orderCsv } from './order-csv.ts';

const order: Order = {
  id: '7',
  clientOrderId: 'a',
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  price: '97000.0',
  quantity: '0.01000',
  amount: null,
  delegatedTotal: '970.000000',
  filled: '0.00000',
  filledTotal: '0.000000',
  average: null,
  fee: '0.00000000',
  feeCoin: 'BTC',
  state: 'cancelled',
  time: Date.UTC(2026, 10, 20, 12),
  updated: Date.UTC(2026, 10, 20, 13),
};

test('the file has a line for each order under the column names', () => {
  const [head, line, end] = orderCsv([order], historyTexts.en.columns).split('\r\n');
  expect(head).toBe(`\uFEFF${historyTexts.en.columns.join(',')}`);
  expect(line).toBe(
    '7,2026-11-20T12:00:00.000Z,BTC/USDT,buy,limit,,97000.0,0.01000,,0.00000,0.000000,,0.00000000,BTC,cancelled',
  );
  expect(end).toBe('');
  expect(line?.split(',')).toHaveLength(historyTexts.zh.columns.length);
});

test('a stop is named as one, with its trigger price', () => {
  const stop = { ...order, type: 'market', price: null, stopPrice: '96000.0', stopDirection: 'falling' } as const;
  expect(orderCsv([stop], [])).toContain(',buy,stop-market,96000.0,,0.01000,');
  expect(orderCsv([{ ...stop, type: 'limit', price: '95900.0' }], [])).toContain(',buy,stop-limit,96000.0,95900.0,');
});

test('text that a spreadsheet would read as a formula is escaped, and commas stay within their cell', () => {
  expect(orderCsv([{ ...order, feeCoin: '=1+1', symbol: 'A,"B' }], ['x'])).toContain(`"A,""B"`);
  expect(orderCsv([{ ...order, feeCoin: '=1+1' }], ['x'])).toContain(`,'=1+1,`);
});
