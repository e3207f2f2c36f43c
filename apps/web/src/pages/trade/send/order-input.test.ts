import { expect, it } from 'vitest';
import { blankForm, withDays, withKind, withLegs, withVisible } from '../form/order-form.ts';
import { orderInput } from './order-input.ts';

const form = { ...blankForm, price: '100.5', quantity: '2', amount: '201' };
const sending = { symbol: 'BTC/USDT', clientOrderId: 'w-1', last: '100', now: 1_000 };
const who = { clientOrderId: 'w-1', symbol: 'BTC/USDT' };

it('sends a limit order with price and quantity, never with the amount', () => {
  expect(orderInput({ ...form, postOnly: true }, sending)).toEqual({
    ...who,
    side: 'buy',
    type: 'limit',
    price: '100.5',
    quantity: '2',
    timeInForce: 'GTC',
    postOnly: true,
  });
});

it('sends a market order with its amount or its quantity alone', () => {
  const market = { ...form, type: 'market' as const };
  expect(orderInput(market, sending)).toEqual({ ...who, side: 'buy', type: 'market', amount: '201' });
  expect(orderInput({ ...market, marketBuyBy: 'quantity' }, sending)).toEqual({
    ...who,
    side: 'buy',
    type: 'market',
    quantity: '2',
  });
  expect(orderInput({ ...market, side: 'sell' }, sending)).toEqual({
    ...who,
    side: 'sell',
    type: 'market',
    quantity: '2',
  });
});

it('sends a stop order with its trigger and direction, and the options of a resting order', () => {
  const stop = { ...withKind(form, 'stopLimit'), price: '100.5', quantity: '2', stopPrice: '99' };
  expect(orderInput(stop, sending)).toMatchObject({ stopPrice: '99', stopDirection: 'falling', type: 'limit' });
  expect(orderInput({ ...stop, stopPrice: '101' }, sending)).toMatchObject({ stopDirection: 'rising' });
  const market = { ...withKind(form, 'stopMarket'), amount: '201', stopPrice: '101' };
  expect(orderInput(market, sending)).toEqual({
    ...who,
    side: 'buy',
    type: 'market',
    amount: '201',
    stopPrice: '101',
    stopDirection: 'rising',
  });
  expect(orderInput(withDays(form, 7), sending)).toMatchObject({ expiresAt: 1_000 + 7 * 86_400_000 });
  expect(orderInput(withVisible(form, '0.5'), sending)).toMatchObject({ visibleQuantity: '0.5' });
});

it('sends the legs that are filled in, with the other terms of the order', () => {
  const legs = { takeProfit: '110', stopLoss: '', stopLossLimit: '90' };
  expect(orderInput(withLegs({ ...form, postOnly: true }, legs), sending)).toEqual({
    ...who,
    side: 'buy',
    type: 'limit',
    price: '100.5',
    quantity: '2',
    timeInForce: 'GTC',
    postOnly: true,
    takeProfitPrice: '110',
  });
  const market = { ...form, type: 'market' as const, side: 'sell' as const };
  expect(orderInput(withLegs(market, { ...legs, stopLoss: '80' }), sending)).toMatchObject({
    quantity: '2',
    takeProfitPrice: '110',
    stopLossPrice: '80',
    stopLossLimitPrice: '90',
  });
});

it('sends a pair with both ids; a sale without a stop limit price sells at market', () => {
  const pair = { ...withKind(form, 'pair'), side: 'sell' as const, stopPrice: '95' };
  const sent = {
    ...who,
    side: 'sell',
    quantity: '2',
    price: '100.5',
    stopClientOrderId: 'w-1-stop',
    stopPrice: '95',
  };
  expect(orderInput(pair, sending)).toEqual(sent);
  expect(orderInput({ ...pair, stopLimitPrice: '94' }, sending)).toEqual({ ...sent, stopLimitPrice: '94' });
});
