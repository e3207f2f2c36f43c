import { Book } from '../book/book.ts';
import type { Ladder } from '../book/ladder.ts';
import { type Bracket, Brackets } from '../brackets/brackets.ts';
import type { AssetRules, MarketRules, OrderId } from '../command.ts';
import { type EndedFees, FeeHistory } from '../fees/fee-history.ts';
import type { SavedFees } from '../fees/fee-table.ts';
import type { EngineListener } from '../listener.ts';
import type { FeeOverride } from '../matching-engine.ts';
import type { Market, ReachedPrice } from '../markets/market.ts';
import type { PendingWork } from '../time/pending-work.ts';
import { type PriceSecond, PriceWindow } from '../markets/price-window.ts';
import { maxPrintableTicks } from '../rules/bounds.ts';
import { State, type StateOptions } from '../state/state.ts';
import { none } from '../store/records.ts';
import type { SavedTrailSide } from '../trailing/trail-side.ts';
import { TrailingStops } from '../trailing/trailing-stops.ts';
import { type FormerFormat, formerFormat, inPresentFormat, SnapshotReader, SnapshotWriter } from './sections.ts';

/** The small parts of a state, saved as text. */
interface SavedState {
  readonly time: number;
  readonly commandCount: number;
  readonly lastOrderId: number;
  readonly assets: readonly AssetRules[];
  readonly issued: readonly number[];
  readonly fees: SavedFees;
  readonly markets: readonly SavedMarket[];
  readonly work: readonly PendingWork[];
}

interface SavedMarket {
  readonly rules: MarketRules;
  readonly reached: readonly ReachedPrice[];
  readonly opening: Market['opening'];
  readonly seconds: readonly PriceSecond[];
  readonly until: number;
  readonly houseBase: number;
  readonly houseQuote: number;
  readonly lastPriceTicks: number;
  readonly tradeCount: number;
  readonly trails: { readonly sells: SavedTrailSide; readonly buys: SavedTrailSide };
  readonly brackets: readonly Bracket[];
  readonly legsDue: readonly OrderId[];
  /** The fees under which open orders were placed. */
  readonly feesBefore: readonly EndedFees<FeeOverride>[];
}

/** Serializes a state: the stores as raw memory, the rest as text. */
export function saveState(state: State): Uint8Array {
  const writer = new SnapshotWriter();
  const fields: SavedState = {
    time: state.time,
    commandCount: state.commandCount,
    lastOrderId: state.lastOrderId,
    assets: state.assets,
    issued: state.issued,
    fees: state.fees.save(),
    markets: state.markets.map((market) => savedMarket(market, state.time)),
    work: state.pendingWork,
  };
  writer.json(fields);
  for (const store of storesOf(state)) store.save(writer);
  for (const market of state.markets) {
    for (const ladder of laddersOf(market)) ladder.save(writer);
    saveTrails(market, writer);
  }
  state.timers.save(writer);
  return writer.finish();
}

/**
 * Restores the state that {@link saveState} wrote.
 * @param former the format before, which a release may have written
 * @throws SnapshotUnreadable
 */
export function loadState(
  bytes: Uint8Array,
  listener: EngineListener,
  options: StateOptions,
  former: FormerFormat | null = formerFormat,
): State {
  const reader = new SnapshotReader(inPresentFormat(bytes, former));
  const fields = reader.json() as SavedState;
  const state = new State(listener, options);
  state.time = fields.time;
  state.commandCount = fields.commandCount;
  state.lastOrderId = fields.lastOrderId;
  state.assets.push(...fields.assets);
  state.issued.push(...fields.issued);
  state.fees.load(fields.fees);
  for (const store of storesOf(state)) store.load(reader);
  state.requests.setTime(fields.time);
  for (const one of fields.markets) {
    const market = marketOf(state, one);
    for (const ladder of laddersOf(market)) ladder.load(reader);
    loadTrails(state, market, reader);
    state.markets.push(market);
  }
  state.updateMaxWork();
  countOpenOrders(state);
  restoreHiddenLots(state);
  state.timers.load(reader);
  state.pendingWork.push(...fields.work);
  state.hasDueWork = state.pendingWork.length > 0 || state.timers.nextAt() <= state.time;
  reader.finish();
  return state;
}

function countOpenOrders({ marketAccounts, markets }: State): void {
  for (const account of marketAccounts.slots()) {
    const market = markets[marketAccounts.marketOf(account)];
    if (market !== undefined) market.openOrders += marketAccounts.openCountOf(account);
  }
}

/** Rebuilds the hidden lots of levels from the orders. */
function restoreHiddenLots({ levels, orders }: State): void {
  for (const [order, conditions] of orders.conditional()) {
    const level = orders.levelOf(order);
    if (level !== none) levels.addHidden(level, conditions.hiddenLots);
  }
}

function storesOf({ accounts, levels, orders, marketAccounts, requests }: State) {
  return [accounts, levels, orders, marketAccounts, requests] as const;
}

function laddersOf({ book, stops }: Market): Ladder[] {
  return [book.bids, book.asks, stops.bids, stops.asks];
}

/** The stops that wait for activation, and those that follow with their extreme prices. */
function saveTrails({ trails }: Market, writer: SnapshotWriter): void {
  for (const side of [trails.sells, trails.buys]) {
    trails.inactive.side(side.isBuy).save(writer);
    const following = [...side.following()];
    writer.numbers(Int32Array.from(following, ([order]) => order));
    writer.numbers(Float64Array.from(following, ([, extremeTicks]) => extremeTicks));
  }
}

function loadTrails({ orders }: State, { trails }: Market, reader: SnapshotReader): void {
  for (const side of [trails.sells, trails.buys]) {
    trails.inactive.side(side.isBuy).load(reader);
    const following = reader.integers();
    const extremes = reader.doubles();
    following.forEach((order, index) => {
      side.follow(order, extremes[index] as number, orders.conditionState(order));
    });
  }
}

function savedMarket(market: Market, time: number): SavedMarket {
  const trails = { sells: market.trails.sells.save(), buys: market.trails.buys.save() };
  const { rules, reached, opening, until, houseBase, houseQuote, lastPriceTicks, tradeCount } = market;
  const seconds = market.window.live(time);
  const brackets = [...market.brackets.all()];
  const legsDue = [...market.brackets.dueEntries()];
  const halt = { seconds, until, opening };
  const feesBefore = [...market.feesBefore.all()];
  const counters = { houseBase, houseQuote, lastPriceTicks, tradeCount };
  return { rules, reached, ...halt, ...counters, trails, brackets, legsDue, feesBefore };
}

function marketOf(
  { markets, assets, levels, orders }: State,
  {
    seconds,
    reached,
    trails: savedTrails,
    brackets: savedBrackets,
    legsDue,
    feesBefore: endedFees,
    ...saved
  }: SavedMarket,
): Market {
  const window = new PriceWindow();
  window.restore(seconds);
  const book = new Book(levels, orders);
  const stops = new Book(levels, orders);
  const trails = new TrailingStops(levels, orders);
  for (const side of ['sells', 'buys'] as const) trails[side].load(savedTrails[side]);
  const brackets = new Brackets();
  for (const bracket of savedBrackets) brackets.add(bracket);
  for (const entry of legsDue) brackets.setDue(entry);
  const ticks = maxPrintableTicks(saved.rules, assets);
  const feesBefore = new FeeHistory<FeeOverride>();
  feesBefore.load(endedFees);
  const parts = { window, book, stops, trails, brackets, feesBefore, openOrders: 0 };
  return { id: markets.length, maxPrintableTicks: ticks, ...saved, reached: [...reached], ...parts };
}
