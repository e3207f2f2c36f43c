import type { Order } from '@fft/contract';
import { expect, it } from 'vitest';
import { tradeTexts } from '../../i18n/trade.ts';
import { outcomeMessage } from './outcome-message.ts';

const order = (over: Partial<Order>): Order => ({
  id: '1',
  clientOrderId: 'w-1',
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  price: '97412.5',
  quantity: '0.50000',
  amount: null,
  delegatedTotal: null,
  filled: '0.00000',
  filledTotal: '0',
  average: null,
  fee: '0',
  feeCoin: 'BTC',
  state: 'processing',
  time: 0,
  updated: 0,
  ...over,
});

it.each([
  [{ state: 'processing' } as const, 'Order placed'],
  [{ state: 'processing', filled: '0.10000' } as const, 'Filled 0.1 BTC, the rest is open'],
  [{ state: 'filled', filled: '0.50000', average: '97412.533' } as const, 'Filled 0.5 BTC at 97,412.533'],
  [{ state: 'cancelled', reason: 'immediateOrCancel' } as const, 'Cancelled: it couldn’t trade immediately'],
  [
    { state: 'cancelled', filled: '0.10000', reason: 'collar' } as const,
    'Filled 0.1 BTC, the rest was cancelled: the price was too far away',
  ],
  [{ state: 'cancelled', reason: 'something new' } as const, 'Cancelled: by the exchange'],
  [{ state: 'rejected', reason: 'noLiquidity' } as const, 'Rejected: no orders on the other side'],
])('says of %o: %s', (over, message) => {
  expect(outcomeMessage(order(over), tradeTexts.en)).toBe(message);
});
