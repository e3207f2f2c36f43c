import { expect, test } from 'vitest';
import { sampleMarket as market } from '../form/sample-market.ts';
import { bracketInput, type BracketFields, distanceOf, type Position, resultAt, wrongLeg } from './bracket-input.ts';

const buy: BracketFields = {
  side: 'buy',
  type: 'limit',
  price: '40000',
  size: '0.1',
  takeProfit: '41000',
  stopLoss: '39000',
  stopLossLimit: '',
};
const start = { symbol: market.symbol };

test('a limit order names its price and quantity, a market buy its amount, with the legs that are typed', () => {
  const legs = { takeProfitPrice: '41000', stopLossPrice: '39000' };
  expect(bracketInput(buy, market)).toEqual({
    ...start,
    side: 'buy',
    type: 'limit',
    price: '40000',
    quantity: '0.1',
    ...legs,
  });
  expect(bracketInput({ ...buy, type: 'market', takeProfit: '', stopLossLimit: '38900' }, market)).toEqual({
    ...start,
    side: 'buy',
    type: 'market',
    amount: '0.1',
    stopLossPrice: '39000',
    stopLossLimitPrice: '38900',
  });
  expect(bracketInput({ ...buy, stopLoss: '', stopLossLimit: '38900' }, market)).not.toHaveProperty(
    'stopLossLimitPrice',
  );
});

test.each<[string, Partial<BracketFields>]>([
  ['a size', { size: '' }],
  ['a price', { price: '' }],
  ['any leg', { takeProfit: '', stopLoss: '' }],
  ['a stop-loss that can be read', { stopLoss: '39,000' }],
  ['a take-profit that can be read', { takeProfit: '41000 BTC' }],
  ['a stop-loss limit that can be read', { stopLossLimit: '1e4' }],
  ["the limit of a sell's stop-loss", { side: 'sell', takeProfit: '39000', stopLoss: '41000' }],
])('without %s there is nothing to send', (_what, fields) => {
  expect(bracketInput({ ...buy, ...fields }, market)).toBeNull();
});

test.each<[BracketFields['side'], Partial<BracketFields>, string | null]>([
  ['buy', {}, null],
  ['buy', { takeProfit: '40000' }, 'takeProfit'],
  ['buy', { stopLoss: '40000.1' }, 'stopLoss'],
  ['buy', { type: 'market', takeProfit: '39600' }, null],
  ['buy', { type: 'market', takeProfit: '39500' }, 'takeProfit'],
  ['sell', {}, 'takeProfit'],
  ['sell', { takeProfit: '39000', stopLoss: '41000' }, null],
  ['sell', { takeProfit: '39000', stopLoss: '39999' }, 'stopLoss'],
  ['buy', { price: '', takeProfit: '38000' }, 'takeProfit'],
])('%s with %j: the wrong leg is %s', (side, fields, wrong) => {
  expect(wrongLeg({ ...buy, side, ...fields }, '39500')).toBe(wrong);
});

test('a leg is so many per cent from the price', () => {
  expect(distanceOf('41000', '40000')).toBe('+2.50%');
  expect(distanceOf('39000', '40000')).toBe('−2.50%');
  expect(distanceOf('40001', '40000')).toBe('+0.00%');
  expect([distanceOf('', '40000'), distanceOf('41000', null)]).toEqual([null, null]);
});

test.each<[string, Partial<Position>, string | null]>([
  ['41000', {}, '91.9'],
  ['39000', {}, '-107.9'],
  ['39000', { side: 'sell' }, '92.1'],
  ['41000', { price: null }, null],
  ['41000', { quantity: null }, null],
  ['', {}, null],
])('at %s with %j both orders bring %s, less both fees', (leg, part, wanted) => {
  const position: Position = { side: 'buy', price: '40000', quantity: '0.1', fee: '0.001' };
  const brings = resultAt(leg, { ...position, ...part });
  expect(brings === null ? null : String(Number(brings))).toBe(wanted);
});
