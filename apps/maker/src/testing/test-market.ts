import type { Market } from '@fft/contract';
import { quotedMarket, type QuotedMarket } from '../quoted-market.ts';

const common = {
  group: 'USDT',
  state: 'open',
  minQuantity: '0.00001',
  maxQuantity: '1000000',
  baseDecimals: 8,
  quoteDecimals: 6,
  makerFee: '0.0008',
  takerFee: '0.001',
  priceBand: '0.2',
  collar: '0.05',
} as const;

const rules: readonly Market[] = [
  {
    ...common,
    symbol: 'BTC/USDT',
    base: 'BTC',
    quote: 'USDT',
    tickSize: '0.1',
    lotSize: '0.00001',
    pricePlaces: 1,
    quantityPlaces: 5,
    minAmount: '5',
    maxAmount: '5000000',
  },
  {
    ...common,
    symbol: 'LTC/BTC',
    base: 'LTC',
    quote: 'BTC',
    tickSize: '0.000001',
    lotSize: '0.01',
    pricePlaces: 6,
    quantityPlaces: 2,
    minQuantity: '0.01',
    minAmount: '0.0001',
    maxAmount: '50',
  },
];

/** A test market with fine ticks (BTC/USDT), or with ticks coarser than the distances of quotes (LTC/BTC). */
export function testMarket(symbol: 'BTC/USDT' | 'LTC/BTC'): QuotedMarket {
  const market = rules.find((each) => each.symbol === symbol);
  const quoted = market ? quotedMarket(market) : null;
  if (quoted === null) throw new Error(`${symbol} isn't quoted`);
  return quoted;
}
