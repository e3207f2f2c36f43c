import { createEngine, type EngineListener, type Fill, type Posting } from '@fft/engine';
import { setUp, type Step, timeBatches, toCommands, type Watch } from './stream.ts';

/** The final book, to compare both sides. */
export interface Outcome {
  /** Levels as `[price, quantity]`, best first. */
  readonly bids: readonly (readonly [number, number])[];
  readonly asks: readonly (readonly [number, number])[];
}

/** Handles every event minimally, so that the compiler removes none. */
export class Tally implements EngineListener {
  events = 0;
  trades = 0;
  moved = 0;
  lots = 0;

  orderAccepted(): void {
    this.events += 1;
  }
  orderRested(_orderId: number, openLots: number): void {
    this.events += 1;
    this.lots += openLots;
  }
  orderWaiting(): void {
    this.events += 1;
  }
  orderTriggered(): void {
    this.events += 1;
  }
  orderAmended(): void {
    this.events += 1;
  }
  marketStateChanged(): void {
    this.events += 1;
  }
  filled(fill: Fill): void {
    this.events += 1;
    this.trades += 1;
    this.lots += fill.quantityLots;
  }
  orderDone(): void {
    this.events += 1;
  }
  orderCancelled(): void {
    this.events += 1;
  }
  posted(posting: Posting): void {
    this.events += 1;
    this.moved += posting.availableDelta;
  }
  levelChanged(_market: number, _side: string, _priceTicks: number, quantityLots: number): void {
    this.events += 1;
    this.lots += quantityLots;
  }
  rejected(): void {
    this.events += 1;
  }
  duplicate(): void {
    this.events += 1;
  }
}

/** Runs our engine with balances, holds, fees, remembered ids and events. */
export function runOurs(steps: readonly Step[], time: Watch): Outcome & { events: number } {
  const tally = new Tally();
  const engine = createEngine(tally);
  for (const command of setUp()) engine.apply(command);
  timeBatches(steps, time, toCommands, (commands) => {
    for (const command of commands) engine.apply(command);
  });
  return { ...engine.depth(0, 10_000), events: tally.events };
}
