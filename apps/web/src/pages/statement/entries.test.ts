import type { StatementLine, StatementOrder } from '@fft/contract';
import { expect, test } from 'vitest';
import { entriesOf, feeOf, figuresOf, isUnderWay } from './entries.ts';

const buy: StatementOrder = {
  id: '7',
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  price: '100000.0',
  filled: '0.50000',
  filledTotal: '50000.000000',
  average: '100000.000',
  fee: '0.00050000',
  feeCoin: 'BTC',
  state: 'filled',
};
const line = (id: string, fields: Partial<StatementLine>): StatementLine => ({
  id,
  coin: 'USDT',
  type: 'trade',
  amount: '1',
  fee: '0',
  balance: '1',
  state: 'done',
  time: 1,
  ref: '7',
  ...fields,
});
/** One fill of the order is three lines. */
const fill = (id: string): StatementLine[] => [
  line(`${id}f`, { coin: 'BTC', type: 'fee', amount: '-0.00025', fee: '0.00025', order: buy }),
  line(`${id}q`, { amount: '-25000', order: buy }),
  line(`${id}b`, { coin: 'BTC', amount: '0.25', order: buy }),
];

test('an order is one entry, where its newest line is, though other lines are between its fills', () => {
  const deposit = line('d', { type: 'deposit', ref: 'x', amount: '5' });
  const entries = entriesOf([...fill('2'), deposit, ...fill('1')]);
  expect(entries.map(({ key, lines }) => [key, lines.length])).toEqual([
    ['order-7', 6],
    ['d', 1],
  ]);
  const [order] = entries;
  expect(order && figuresOf(order, null)).toEqual([
    { amount: '0.50000', coin: 'BTC' },
    { amount: '-50000.000000', coin: 'USDT' },
  ]);
});

test('an order’s quantity has the decimals of its coin', () => {
  const bought = line('1', { coin: 'BTC', amount: '0.50000000', balance: '1.00000000', order: buy });
  const [entry] = entriesOf([bought]);
  expect(entry && figuresOf(entry, null)[0]).toEqual({ amount: '0.50000000', coin: 'BTC' });
});

test('of a sale the proceeds come first', () => {
  const order = { ...buy, side: 'sell', fee: '40', feeCoin: 'USDT' } as const;
  const [entry] = entriesOf([line('1', { order })]);
  expect(entry && figuresOf(entry, null)).toEqual([
    { amount: '50000.000000', coin: 'USDT' },
    { amount: '-0.50000', coin: 'BTC' },
  ]);
});

test('with a coin chosen, an order shows the net change of that coin', () => {
  const [both] = entriesOf(fill('1').filter(({ coin }) => coin === 'BTC'));
  expect(both && figuresOf(both, 'BTC')).toEqual([{ amount: '0.49950000', coin: 'BTC' }]);
  const [quote] = entriesOf(fill('1').filter(({ coin }) => coin === 'USDT'));
  expect(quote && figuresOf(quote, 'USDT')).toEqual([{ amount: '-50000.000000', coin: 'USDT' }]);
});

test('with fees chosen, an order shows its fee', () => {
  const [entry] = entriesOf(fill('1').filter(({ type }) => type === 'fee'));
  expect(entry && figuresOf(entry, null)).toEqual([{ amount: '-0.00050000', coin: 'BTC' }]);
});

test('a withdrawal is one entry with its fee; one under way is another', () => {
  const lines = [
    line('withdrawal-9', { type: 'withdraw', state: 'review', amount: '-20', fee: '1', ref: '9' }),
    line('3-1', { type: 'fee', amount: '-1', fee: '1', ref: '8' }),
    line('3-0', { type: 'withdraw', amount: '-9', ref: '8' }),
  ];
  const entries = entriesOf(lines);
  expect(entries.map((entry) => [isUnderWay(entry), figuresOf(entry, null), feeOf(entry)?.amount])).toEqual([
    [true, [{ amount: '-20', coin: 'USDT' }], '1'],
    [false, [{ amount: '-10', coin: 'USDT' }], '1'],
  ]);
});
