import { expect, test } from 'vitest';
import { sampleMarket as market } from '../form/sample-market.ts';
import { bpsOf, startTrigger, trailingInput, type TrailingFields } from './trailing-input.ts';

const blank: TrailingFields = { side: 'sell', by: 'percent', percent: '', distance: '', size: '', activation: '' };

test.each([
  ['1', 100],
  ['0.01', 1],
  ['99.99', 9999],
  ['100', null],
  ['0.001', null],
  ['0', null],
  ['', null],
])('%s per cent are %j basis points', (percent, bps) => {
  expect(bpsOf(percent)).toBe(bps);
});

test('a sell names its quantity, a buy its amount, each with one distance', () => {
  const sell = { ...blank, percent: '1.5', size: '0.1' };
  const start = { symbol: market.symbol, type: 'market' };
  expect(trailingInput(sell, market)).toEqual({ ...start, side: 'sell', quantity: '0.1', trailBps: 150 });
  const buy: TrailingFields = { ...sell, side: 'buy', by: 'price', distance: '200', activation: '90000' };
  expect(trailingInput(buy, market)).toEqual({
    ...start,
    side: 'buy',
    amount: '0.1',
    trail: '200',
    activationPrice: '90000',
  });
  expect(trailingInput({ ...sell, size: '' }, market)).toBeNull();
  expect(trailingInput({ ...sell, percent: '100' }, market)).toBeNull();
  expect(trailingInput({ ...buy, distance: '0' }, market)).toBeNull();
});

test('the trigger begins at the last price, or at an activation price that is not reached', () => {
  const sell = { ...blank, percent: '1' };
  expect(startTrigger(sell, market, '100000')).toBe('99000.0');
  expect(startTrigger({ ...sell, side: 'buy' }, market, '100000')).toBe('101000.0');
  expect(startTrigger({ ...sell, activation: '110000' }, market, '100000')).toBe('108900.0');
  expect(startTrigger({ ...sell, activation: '90000' }, market, '100000')).toBe('99000.0');
  expect(startTrigger({ ...sell, by: 'price', distance: '500', activation: '110000' }, market, '100000')).toBe(
    '109500.0',
  );
  expect(startTrigger({ ...sell, by: 'price', distance: '100000' }, market, '100000')).toBe('0');
  expect(startTrigger(sell, market, null)).toBeNull();
  expect(startTrigger(blank, market, '100000')).toBeNull();
});

test.each(['12,000', '1e-2', '5 BTC'])('%j, which can’t be read, is no number in any box', (typed) => {
  const sound: TrailingFields = { ...blank, by: 'price', distance: '200', size: '0.1' };
  for (const box of ['distance', 'size', 'activation'] as const) {
    expect(trailingInput({ ...sound, [box]: typed }, market)).toBeNull();
  }
  expect(startTrigger({ ...sound, activation: typed }, market, '100000')).toBeNull();
  expect(startTrigger({ ...sound, distance: typed }, market, '100000')).toBeNull();
});
