import { coinKind } from '../accounts/accounts.ts';
import { Book } from '../book/book.ts';
import { Brackets } from '../brackets/brackets.ts';
import {
  type MarketRules,
  type OpenAsset,
  type OpenMarket,
  type SetMarketLimits,
  type SetMarketState,
  SystemOwner,
} from '../command.ts';
import { FeeHistory } from '../fees/fee-history.ts';
import { areRatesAllowed } from '../fees/allowed-rates.ts';
import { isWellFormedAsset, isWellFormedMarket, marketStates, withLimits } from '../markets/market-form.ts';
import type { Market } from '../markets/market.ts';
import { PriceWindow } from '../markets/price-window.ts';
import { setState } from '../markets/set-state.ts';
import { runTriggeredStops } from '../matching/run-triggered-stops.ts';
import { maxPrintableTicks } from '../rules/bounds.ts';
import { isCount, isOneOf, isRecord } from '../rules/form.ts';
import type { State } from '../state/state.ts';
import { TrailingStops } from '../trailing/trailing-stops.ts';

/** Opens an asset under the next number. Codes are unique. */
export function openAsset(state: State, command: OpenAsset): void {
  const { asset } = command;
  if (!isCount(command.time) || !isWellFormedAsset(asset) || state.assets.some((other) => other.code === asset.code)) {
    return state.listener.rejected(command, 'malformed');
  }
  state.assets.push({ code: asset.code, decimals: asset.decimals });
  state.issued.push(0);
}

/** Opens a market under the next number. Symbols are unique, and a tick must be a finite decimal. */
export function openMarket(state: State, command: OpenMarket): void {
  const { accounts, markets, levels, orders, listener } = state;
  const market: unknown = command.market;
  if (isRecord(market) && !(state.hasAsset(market['base']) && state.hasAsset(market['quote']))) {
    return listener.rejected(command, 'unknownAsset');
  }
  if (!isCount(command.time) || !isWellFormedMarket(market) || !areRatesAllowed(command, market)) {
    return listener.rejected(command, 'malformed');
  }
  const { symbol } = market;
  const ticks = maxPrintableTicks(market, state.assets);
  if (ticks === 0 || markets.some((other) => other.rules.symbol === symbol)) {
    return listener.rejected(command, 'malformed');
  }
  markets.push({
    id: markets.length,
    maxPrintableTicks: ticks,
    rules: { ...market },
    book: new Book(levels, orders),
    stops: new Book(levels, orders),
    trails: new TrailingStops(levels, orders),
    brackets: new Brackets(),
    reached: [],
    opening: null,
    window: new PriceWindow(),
    until: 0,
    houseBase: accounts.open(SystemOwner.house, coinKind, market.base),
    houseQuote: accounts.open(SystemOwner.house, coinKind, market.quote),
    lastPriceTicks: 0,
    tradeCount: 0,
    openOrders: 0,
    feesBefore: new FeeHistory(),
  });
  state.updateMaxWork();
}

export function setMarketState(state: State, command: SetMarketState): void {
  const market = state.market(command.market);
  if (market === null) return state.listener.rejected(command, 'unknownMarket');
  if (!isCount(command.time) || !isOneOf(marketStates, command.state)) {
    return state.listener.rejected(command, 'malformed');
  }
  setState(state, market, command.state);
  runTriggeredStops(state, market);
}

export function setMarketLimits(state: State, command: SetMarketLimits): void {
  const market = state.market(command.market);
  if (market === null) return state.listener.rejected(command, 'unknownMarket');
  const rules = withLimits(market.rules, command.limits);
  if (!isCount(command.time) || rules === null || !areRatesAllowed(command, rules)) {
    return state.listener.rejected(command, 'malformed');
  }
  endFees(state, market, command, rules);
  market.rules = rules;
  state.updateMaxWork();
  market.window.clear();
}

/** Open orders never pay more than when they were placed, except by commands of older journals. */
function endFees(state: State, market: Market, command: SetMarketLimits, next: MarketRules): void {
  const { feesBefore, openOrders } = market;
  const { makerFeePpm, takerFeePpm } = market.rules;
  if (command.feeProtection !== true) feesBefore.clear();
  else if (makerFeePpm !== next.makerFeePpm || takerFeePpm !== next.takerFeePpm)
    feesBefore.end({ makerFeePpm, takerFeePpm }, state.lastOrderId, openOrders);
}
