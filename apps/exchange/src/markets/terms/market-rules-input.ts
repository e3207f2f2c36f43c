import type { consoleCalls } from '@fft/console-contract';
import type { CallParameters } from '@fft/contract';
import type { AssetRules, MarketRules } from '@fft/engine';
import { MarketRulesError, marketRulesOf } from '../../ledger/listings/market-rules.ts';
import { formatQuantity, formatQuote, type MarketView } from '../../ledger/listings/market-view.ts';
import { refuse } from '../refusals.ts';

/** A new market, as operators write it. */
export type MarketInput = CallParameters<typeof consoleCalls.markets.openMarket>;

/** The figures of a market that can change, as operators write and read them. */
export type MarketFigures = Omit<MarketInput, 'symbol' | 'tick' | 'lot' | 'state'>;

/** @throws Refusal `badRequest` for invalid market rules */
export function rulesOf(input: MarketInput, assets: readonly AssetRules[]): MarketRules {
  const { symbol, tick, lot, maxQuantity, minAmount, maxAmount } = input;
  try {
    const seed = { symbol: symbol as `${string}/${string}`, tick, lot, maxQuantity, minNotional: minAmount };
    return {
      ...marketRulesOf({ ...seed, maxNotional: maxAmount }, assets),
      makerFeePpm: input.makerPpm,
      takerFeePpm: input.takerPpm,
      bandPpm: input.bandPpm,
      collarPpm: input.collarPpm,
      maxOpenOrders: input.maxOpenOrders,
      maxFillsPerCommand: input.maxFills,
      maxIcebergParts: input.maxIcebergParts,
      volatilityPpm: input.volatilityPpm,
      haltMs: input.haltSeconds * 1000,
      auctionMs: input.auctionSeconds * 1000,
      state: input.state,
    };
  } catch (error) {
    if (!(error instanceof MarketRulesError)) throw error;
    const problem = error.message;
    const fields = { [fieldNames[error.field]]: problem };
    throw refuse('marketRules', { values: { problem }, data: { fields } });
  }
}

/** The call's names of a market's figures. */
const fieldNames = {
  symbol: 'symbol',
  tick: 'tick',
  lot: 'lot',
  maxQuantity: 'maxQuantity',
  minNotional: 'minAmount',
  maxNotional: 'maxAmount',
} as const;

/** The figures of a market's rules. */
export function figuresOf(view: MarketView): MarketFigures {
  const { rules } = view;
  return {
    maxQuantity: formatQuantity(view, rules.maxQuantityLots),
    minAmount: formatQuote(view, rules.minNotional),
    maxAmount: formatQuote(view, rules.maxNotional),
    makerPpm: rules.makerFeePpm,
    takerPpm: rules.takerFeePpm,
    bandPpm: rules.bandPpm,
    collarPpm: rules.collarPpm,
    maxOpenOrders: rules.maxOpenOrders,
    maxFills: rules.maxFillsPerCommand ?? 0,
    maxIcebergParts: rules.maxIcebergParts ?? 0,
    volatilityPpm: rules.volatilityPpm ?? 0,
    haltSeconds: Math.ceil((rules.haltMs ?? 0) / 1000),
    auctionSeconds: Math.ceil((rules.auctionMs ?? 0) / 1000),
  };
}

export function areSameFigures(one: MarketFigures, other: MarketFigures): boolean {
  return (Object.keys(one) as (keyof MarketFigures)[]).every((name) => one[name] === other[name]);
}
