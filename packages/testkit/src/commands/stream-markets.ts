import type { MarketRules } from '@fft/engine';
import { testMarket } from './build.ts';

/** Three markets over three assets, with narrow limits so that random commands meet every rule. */
export const streamMarkets: readonly MarketRules[] = [
  { ...testMarket, unitsPerTickLot: 5, maxOpenOrders: 6, maxFillsPerCommand: 4, maxIcebergParts: 6, orderRules: 1 },
  {
    ...testMarket,
    symbol: 'ETH/USDT',
    base: 2,
    unitsPerLot: 8,
    unitsPerTickLot: 3,
    minQuantityLots: 2,
    maxQuantityLots: 40,
    minNotional: 500,
    maxNotional: 10_000,
    makerFeePpm: 0,
    takerFeePpm: 33_333,
    bandPpm: 100_000,
    collarPpm: 20_000,
    maxFillsPerCommand: 3,
    maxIcebergParts: 3,
    orderRules: 1,
    volatilityPpm: 60_000,
    haltMs: 1500,
    auctionMs: 2500,
  },
  {
    ...testMarket,
    symbol: 'ETH/BTC',
    base: 2,
    quote: 0,
    unitsPerLot: 1,
    unitsPerTickLot: 1,
    takerFeePpm: 100_000,
    volatilityPpm: 120_000,
    haltMs: 1,
    auctionMs: 4000,
  },
];
