import { expect, it } from 'vitest';
import { blankForm } from '../form/order-form.ts';
import { orderInput } from './order-input.ts';

const form = { ...blankForm, price: '100.5', quantity: '2', amount: '201' };
const who = { clientOrderId: 'w-1', symbol: 'BTC/USDT' };

it('sends a limit order with price and quantity, never with the amount', () => {
  expect(orderInput({ ...form, postOnly: true }, 'BTC/USDT', 'w-1')).toEqual({
    ...who,
    side: 'buy',
    type: 'limit',
    price: '100.5',
    quantity: '2',
    timeInForce: 'GTC',
    postOnly: true,
  });
});

it('sends a market order with what it is about alone', () => {
  const market = { ...form, type: 'market' as const };
  expect(orderInput(market, 'BTC/USDT', 'w-1')).toEqual({ ...who, side: 'buy', type: 'market', amount: '201' });
  expect(orderInput({ ...market, marketBuyBy: 'quantity' }, 'BTC/USDT', 'w-1')).toEqual({
    ...who,
    side: 'buy',
    type: 'market',
    quantity: '2',
  });
  expect(orderInput({ ...market, side: 'sell' }, 'BTC/USDT', 'w-1')).toEqual({
    ...who,
    side: 'sell',
    type: 'market',
    quantity: '2',
  });
});
