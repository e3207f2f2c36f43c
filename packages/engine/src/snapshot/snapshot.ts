import { Book } from '../book/book.ts';
import type { Ladder } from '../book/ladder.ts';
import type { AssetRules, MarketRules, OwnerId } from '../command.ts';
import type { EngineListener } from '../listener.ts';
import type { OwnFees } from '../matching-engine.ts';
import type { Market, Reached } from '../markets/market.ts';
import type { Work } from '../time/work.ts';
import { type PriceSecond, PriceWindow } from '../markets/price-window.ts';
import { printableTicks } from '../rules/bounds.ts';
import { State, type StateOptions } from '../state/state.ts';
import { none } from '../store/records.ts';
import { type Timer, TimerKind } from '../time/timers.ts';
import { SnapshotReader, SnapshotUnreadable, SnapshotWriter } from './sections.ts';

/** What of a state is small. */
interface Small {
  readonly time: number;
  readonly commandCount: number;
  readonly lastOrderId: number;
  readonly assets: readonly AssetRules[];
  readonly issued: readonly number[];
  readonly fees: { readonly owners: readonly OwnerId[]; readonly fees: readonly (OwnFees | null)[] };
  readonly markets: readonly SmallMarket[];
  readonly work: readonly Work[];
}

interface SmallMarket {
  readonly rules: MarketRules;
  readonly reached: readonly Reached[];
  readonly opening: Market['opening'];
  readonly seconds: readonly PriceSecond[];
  readonly until: number;
  readonly houseBase: number;
  readonly houseQuote: number;
  readonly lastPriceTicks: number;
  readonly tradeCount: number;
}

/** As version 7 wrote it: every command did all of its work, and stops whose price was reached lay apart. */
interface SmallOfSeven extends Omit<Small, 'work' | 'markets'> {
  readonly markets: readonly (Omit<SmallMarket, 'reached' | 'opening'> & { readonly triggered: readonly number[] })[];
}

/** As versions before 9 wrote it: timers as text, those among them whose reason was gone. */
interface SmallOfEight {
  readonly deadMen: readonly (readonly [string, number])[];
  readonly timers: readonly Timer[];
}

function setTimers(state: State, { deadMen, timers }: SmallOfEight): void {
  const armed = new Map(deadMen);
  for (const timer of timers) {
    const { kind, subject, scope, time } = timer;
    const isExpiry = kind === TimerKind.expiry && state.requests.openOrder(subject) !== none;
    const isArmed = kind === TimerKind.deadMan && armed.get(`${subject} ${scope}`) === time;
    const isInterval = kind === TimerKind.market && state.market(subject)?.until === time;
    if (isExpiry || isArmed || isInterval) state.timers.set(timer);
  }
}

/** @throws SnapshotUnreadable in the rare case that a market had halted itself amid stops that came in: the journal says the same */
function fromSeven(small: SmallOfSeven): Small {
  const markets = small.markets.map(({ triggered, ...market }) => {
    if (triggered.length > 0) throw new SnapshotUnreadable('a snapshot of version 7 holds stops amid their coming in');
    return { ...market, reached: [], opening: null };
  });
  return { ...small, markets, work: [] };
}

/** Writes a whole state down: the stores as they lie in memory, the rest as text. */
export function saveState(state: State): Uint8Array {
  const writer = new SnapshotWriter();
  const small: Small = {
    time: state.time,
    commandCount: state.commandCount,
    lastOrderId: state.lastOrderId,
    assets: state.assets,
    issued: state.issued,
    fees: state.fees.save(),
    markets: state.markets.map((market) => smallOf(market, state.time)),
    work: state.work,
  };
  writer.json(small);
  for (const store of storesOf(state)) store.save(writer);
  for (const market of state.markets) for (const ladder of laddersOf(market)) ladder.save(writer);
  state.timers.save(writer);
  return writer.finish();
}

/**
 * The state that {@link saveState} wrote.
 * @throws SnapshotUnreadable
 */
export function loadState(bytes: Uint8Array, listener: EngineListener, options: StateOptions): State {
  const reader = new SnapshotReader(bytes);
  const saved = reader.json();
  const small = reader.version < 8 ? fromSeven(saved as SmallOfSeven) : (saved as Small);
  const state = new State(listener, options);
  state.time = small.time;
  state.commandCount = small.commandCount;
  state.lastOrderId = small.lastOrderId;
  state.assets.push(...small.assets);
  state.issued.push(...small.issued);
  state.fees.load(small.fees);
  for (const store of storesOf(state)) store.load(reader);
  if (reader.version < 8) state.marketAccounts.tieEnds();
  state.requests.setTime(small.time);
  for (const one of small.markets) {
    const market = marketOf(state, one);
    for (const ladder of laddersOf(market)) ladder.load(reader);
    state.markets.push(market);
  }
  state.noteRules();
  noteHidden(state);
  if (reader.version < 9) setTimers(state, saved as SmallOfEight);
  else state.timers.load(reader);
  state.work.push(...small.work);
  state.isBehind = state.work.length > 0 || state.timers.nextAt() <= state.time;
  reader.finish();
  return state;
}

/** Levels know what their icebergs hide by the orders. */
function noteHidden({ levels, orders }: State): void {
  for (const [order, details] of orders.special()) {
    const level = orders.levelOf(order);
    if (level !== none) levels.addHidden(level, details.hiddenLots);
  }
}

function storesOf({ accounts, levels, orders, marketAccounts, requests }: State) {
  return [accounts, levels, orders, marketAccounts, requests] as const;
}

function laddersOf({ book, stops }: Market): Ladder[] {
  return [book.bids, book.asks, stops.bids, stops.asks];
}

function smallOf(market: Market, time: number): SmallMarket {
  const { rules, reached, opening, until, houseBase, houseQuote, lastPriceTicks, tradeCount } = market;
  const seconds = market.window.live(time);
  return { rules, reached, opening, seconds, until, houseBase, houseQuote, lastPriceTicks, tradeCount };
}

function marketOf({ markets, assets, levels, orders }: State, { seconds, reached, ...saved }: SmallMarket): Market {
  const window = new PriceWindow();
  window.restore(seconds);
  const book = new Book(levels, orders);
  const stops = new Book(levels, orders);
  const ticks = printableTicks(saved.rules, assets);
  return { id: markets.length, printableTicks: ticks, ...saved, reached: [...reached], window, book, stops };
}
