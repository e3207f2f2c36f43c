import type { Lang, Market } from '@fft/contract';
import { defaultMaxFills, defaultMaxIcebergParts, latestOrderRules } from '@fft/engine';

/** An asset in people's terms. */
export interface AssetSeed {
  readonly code: string;
  /** Decimal places of the ledger's smallest unit. */
  readonly decimals: number;
  readonly name: Readonly<Record<Lang, string>>;
  readonly fiat: boolean;
  /** The asset's kind, a filter in the market list. */
  readonly kind?: NonNullable<Market['kind']>;
}

/** A market in people's terms: decimals of base (lot, quantities) and quote (tick, notionals). */
export interface MarketSeed {
  readonly symbol: `${string}/${string}`;
  readonly tick: string;
  readonly lot: string;
  readonly maxQuantity: string;
  readonly minNotional: string;
  readonly maxNotional: string;
}

/** Assets that a new exchange lists. Their decimals keep every real account far below 2^53 units. */
export const assetSeeds: readonly AssetSeed[] = [
  { code: 'BTC', decimals: 8, name: { zh: '比特币', en: 'Bitcoin' }, fiat: false, kind: 'layer1' },
  { code: 'ETH', decimals: 8, name: { zh: '以太坊', en: 'Ethereum' }, fiat: false, kind: 'layer1' },
  { code: 'SOL', decimals: 8, name: { zh: '索拉纳', en: 'Solana' }, fiat: false, kind: 'layer1' },
  { code: 'BNB', decimals: 8, name: { zh: '币安币', en: 'BNB' }, fiat: false, kind: 'layer1' },
  { code: 'POL', decimals: 6, name: { zh: 'Polygon 生态代币', en: 'Polygon' }, fiat: false, kind: 'layer1' },
  { code: 'LTC', decimals: 8, name: { zh: '莱特币', en: 'Litecoin' }, fiat: false, kind: 'payments' },
  { code: 'USDT', decimals: 6, name: { zh: '泰达币', en: 'Tether USD' }, fiat: false },
  { code: 'CNY', decimals: 6, name: { zh: '人民币', en: 'Chinese yuan' }, fiat: true },
  { code: 'USD', decimals: 6, name: { zh: '美元', en: 'US dollar' }, fiat: true },
  { code: 'USDC', decimals: 6, name: { zh: 'USD Coin', en: 'USD Coin' }, fiat: false },
];

/**
 * Coins whose names and decimals are known, listed or not: what proves a withdrawal covers its amount as a decimal, so that a table with other
 * decimals changes nothing.
 */
export const knownAssets: readonly AssetSeed[] = [
  ...assetSeeds,
  // What exchanges listed before BNB and POL: those that did go on with them.
  { code: 'XRP', decimals: 6, name: { zh: '瑞波币', en: 'XRP' }, fiat: false, kind: 'payments' },
  { code: 'DOGE', decimals: 6, name: { zh: '狗狗币', en: 'Dogecoin' }, fiat: false, kind: 'meme' },
];

/** Tick × lot is a whole number of quote units in each market, so that a notional is always exact. */
export const marketSeeds: readonly MarketSeed[] = [
  { symbol: 'BTC/USDT', tick: '0.1', lot: '0.00001', maxQuantity: '100', minNotional: '5', maxNotional: '5000000' },
  { symbol: 'ETH/USDT', tick: '0.01', lot: '0.0001', maxQuantity: '2000', minNotional: '5', maxNotional: '5000000' },
  { symbol: 'SOL/USDT', tick: '0.01', lot: '0.0001', maxQuantity: '50000', minNotional: '5', maxNotional: '5000000' },
  { symbol: 'BNB/USDT', tick: '0.01', lot: '0.0001', maxQuantity: '10000', minNotional: '5', maxNotional: '5000000' },
  {
    symbol: 'POL/USDT',
    tick: '0.00001',
    lot: '0.1',
    maxQuantity: '20000000',
    minNotional: '5',
    maxNotional: '5000000',
  },
  { symbol: 'LTC/USDT', tick: '0.01', lot: '0.0001', maxQuantity: '50000', minNotional: '5', maxNotional: '5000000' },
  { symbol: 'ETH/BTC', tick: '0.00001', lot: '0.001', maxQuantity: '2000', minNotional: '0.0001', maxNotional: '50' },
  { symbol: 'SOL/BTC', tick: '0.000001', lot: '0.01', maxQuantity: '50000', minNotional: '0.0001', maxNotional: '50' },
  { symbol: 'LTC/BTC', tick: '0.000001', lot: '0.01', maxQuantity: '50000', minNotional: '0.0001', maxNotional: '50' },
  { symbol: 'BTC/USD', tick: '0.1', lot: '0.00001', maxQuantity: '100', minNotional: '5', maxNotional: '5000000' },
  { symbol: 'ETH/USD', tick: '0.01', lot: '0.0001', maxQuantity: '2000', minNotional: '5', maxNotional: '5000000' },
  {
    symbol: 'USDT/CNY',
    tick: '0.0001',
    lot: '0.01',
    maxQuantity: '1000000',
    minNotional: '10',
    maxNotional: '8000000',
  },
  {
    symbol: 'USDC/USDT',
    tick: '0.0001',
    lot: '0.01',
    maxQuantity: '5000000',
    minNotional: '5',
    maxNotional: '5000000',
  },
];

/** Rules that all seeded markets share; fractions are in parts per million. */
export const marketDefaults = {
  makerFeePpm: 800,
  takerFeePpm: 1_000,
  bandPpm: 200_000,
  collarPpm: 50_000,
  maxOpenOrders: 200,
  volatilityPpm: 100_000,
  haltMs: 30_000,
  auctionMs: 30_000,
  maxFillsPerCommand: defaultMaxFills,
  maxIcebergParts: defaultMaxIcebergParts,
  orderRules: latestOrderRules,
} as const;

/** Value of one USDT in display currencies, until operators set it. */
export const rateSeeds: Readonly<Record<string, string>> = { USD: '1', CNY: '7.12', EUR: '0.92', HKD: '7.78' };
