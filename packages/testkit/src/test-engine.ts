import type { Command, EngineListener, MarketRules, MatchingEngine, PlaceOrder } from '@fft/engine';
import { Auditor } from './audit/auditor.ts';
import { EventRecorder } from './audit/event-recorder.ts';
import { listenAll } from './audit/listen-all.ts';
import { buildDeposit, buildMarketOrder, buildOrder, listing, testMarket } from './commands/build.ts';

export type MakeEngine = (listener: EngineListener) => MatchingEngine;

/** Initial balance of each owner of {@link openTestEngine} in BTC and USDT, in units. */
export const initialBalance = 1_000_000_000;

export interface TestEngine {
  readonly engine: MatchingEngine;
  /** Applies commands, and validates and audits after each. Returns the events as lines. */
  apply(...commands: Command[]): string[];
  /** Places a limit order. Returns the fates of orders. */
  place(fields: Partial<PlaceOrder>): string[];
  /** Places a market order. Returns the fates of orders. */
  market(fields: Partial<PlaceOrder>): string[];
}

/** Opens an engine with the test market (without fees, changed by `rules`) and owners 1000 to 1002 with {@link initialBalance}. */
export function openTestEngine(make: MakeEngine, rules: Partial<MarketRules> = {}): TestEngine {
  const recorder = new EventRecorder();
  // The rules before the command, as its events are audited by them.
  let markets: readonly MarketRules[] = [];
  const auditor = new Auditor(
    (market) => markets[market] ?? missing(market),
    (owner) => engine.feeOverride(owner),
  );
  const engine = make(listenAll(recorder, auditor));
  const apply = (...commands: Command[]): string[] => {
    recorder.take();
    for (const command of commands) {
      markets = engine.markets;
      engine.apply(command);
      engine.validate();
      auditor.endCommand();
    }
    auditor.compare((owner, kind, asset) => engine.balance(owner, kind, asset));
    return recorder.take();
  };
  apply(...listing([{ ...testMarket, makerFeePpm: 0, takerFeePpm: 0, ...rules }]));
  for (const owner of [1000, 1001, 1002]) {
    for (const asset of [0, 1])
      apply(buildDeposit({ requestId: `fund-${owner}-${asset}`, owner, asset, amount: initialBalance }));
  }
  const place = (fields: Partial<PlaceOrder>): string[] => fatesOf(apply(buildOrder(fields)));
  const market = (fields: Partial<PlaceOrder>): string[] => fatesOf(apply(buildMarketOrder(fields)));
  return { engine, apply, place, market };
}

function missing(market: number): never {
  throw new Error(`no market ${market}`);
}

/** The fates of orders, without postings and levels. */
export function fatesOf(events: readonly string[]): string[] {
  return events
    .filter((line) => !/^(posted|levelChanged|orderAccepted)/.test(line))
    .map((line) =>
      line.replace(/^filled .*makerOrder=(\d+).*priceTicks=(\d+) quantityLots=(\d+).*$/, 'fill $1: $3 at $2'),
    );
}
