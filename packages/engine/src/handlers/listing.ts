import { coinKind } from '../accounts/accounts.ts';
import { Book } from '../book/book.ts';
import { Brackets } from '../brackets/brackets.ts';
import { type OpenAsset, type OpenMarket, type SetMarketLimits, type SetMarketState, SystemOwner } from '../command.ts';
import { isWellFormedAsset, isWellFormedMarket, marketStates, withLimits } from '../markets/market-form.ts';
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
  if (!isCount(command.time) || !isWellFormedMarket(market)) return listener.rejected(command, 'malformed');
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
  if (!isCount(command.time) || rules === null) return state.listener.rejected(command, 'malformed');
  market.rules = rules;
  state.updateMaxWork();
  market.window.clear();
}
