import type { Command, EngineListener, MarketRules, MatchingEngine, PlaceOrder } from '@fft/engine';
import { Auditor } from './audit/auditor.ts';
import { EventRecorder } from './audit/event-recorder.ts';
import { listenAll } from './audit/listen-all.ts';
import { buildDeposit, buildMarketOrder, buildOrder, listing, testMarket } from './commands/build.ts';

export type MakeEngine = (listener: EngineListener) => MatchingEngine;

/** What each owner of {@link openTestEngine} has of BTC and of USDT, in units. */
export const fortune = 1_000_000_000;

export interface TestEngine {
  readonly engine: MatchingEngine;
  /** Applies commands, validates and audits after each, answers the events as lines. */
  apply(...commands: Command[]): string[];
  /** Places a limit order; answers what became of which orders. */
  place(fields: Partial<PlaceOrder>): string[];
  /** The same for a market order. */
  market(fields: Partial<PlaceOrder>): string[];
}

/** An engine with the test market (without fees, and changed by `rules`) and owners 1000 to 1002, each with a {@link fortune}. */
export function openTestEngine(make: MakeEngine, rules: Partial<MarketRules> = {}): TestEngine {
  const recorder = new EventRecorder();
  // As they were before the command: what changes by it is told.
  let markets: readonly MarketRules[] = [];
  const auditor = new Auditor(
    (market) => markets[market] ?? missing(market),
    (owner) => engine.ownFees(owner),
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
    apply(buildDeposit({ owner, asset: 0, amount: fortune }), buildDeposit({ owner, asset: 1, amount: fortune }));
  }
  const place = (fields: Partial<PlaceOrder>): string[] => fatesOf(apply(buildOrder(fields)));
  const market = (fields: Partial<PlaceOrder>): string[] => fatesOf(apply(buildMarketOrder(fields)));
  return { engine, apply, place, market };
}

function missing(market: number): never {
  throw new Error(`no market ${market}`);
}

/** What became of orders, without money and book. */
export function fatesOf(events: readonly string[]): string[] {
  return events
    .filter((line) => !/^(posted|levelChanged|orderAccepted)/.test(line))
    .map((line) =>
      line.replace(/^filled .*makerOrder=(\d+).*priceTicks=(\d+) quantityLots=(\d+).*$/, 'fill $1: $3 at $2'),
    );
}
