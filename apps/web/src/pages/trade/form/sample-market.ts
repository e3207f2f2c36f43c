import type { Market } from '@fft/contract';
import { marketScale } from '../../../features/orders/market-scale.ts';
import type { FormWorld } from './order-form.ts';

/** A market for tests: a tick of 0.1 times a lot of 0.00001 is one unit of a quote coin with six places. */
export const sampleMarket: Market = {
  symbol: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  group: 'USDT',
  state: 'open',
  tickSize: '0.1',
  lotSize: '0.00001',
  minQuantity: '0.00001',
  maxQuantity: '100',
  minAmount: '5',
  maxAmount: '1000000',
  pricePlaces: 1,
  quantityPlaces: 5,
  baseDecimals: 8,
  quoteDecimals: 6,
  makerFee: '0.0008',
  takerFee: '0.001',
  priceBand: '0.2',
  collar: '0.05',
};

export const sampleWorld = (over: Partial<FormWorld> = {}): FormWorld => ({
  scale: marketScale(sampleMarket),
  lastTicks: 0,
  usable: { baseUnits: 50_000_000, quoteUnits: 12_480_360_000 },
  bids: [{ ticks: 974_000, lots: 1000 }],
  asks: [
    { ticks: 974_125, lots: 1000 },
    { ticks: 974_200, lots: 10_000 },
  ],
  ...over,
});
