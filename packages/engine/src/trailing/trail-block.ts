import { multiplyDivideDown } from '@fft/decimal';

/** A hundred per cent. */
const maxTrailBps = 10_000;

/** How far a trailing stop follows: this many ticks, or this many basis points of the extreme price. One of them is 0. */
export interface Trail {
  readonly trailTicks: number;
  readonly trailBps: number;
}

/** The distance from an extreme price to the trigger: whole ticks, at least one. */
export function trailDistance({ trailTicks, trailBps }: Trail, extremeTicks: number): number {
  return trailTicks > 0 ? trailTicks : Math.max(1, multiplyDivideDown(extremeTicks, trailBps, maxTrailBps));
}

/** The root of a million: a price passes the blocks and the stops of one block. */
export const blockSize = 1024;

/**
 * Neighbours in a {@link TrailQueue}. Extremes and triggers are keys: prices of sells, negated prices of buys, so that a greater extreme is a
 * newer one and a trigger is reached by a smaller or equal key. Extremes never increase from one stop to the next.
 */
export class TrailBlock {
  readonly number: number;
  readonly orders: Int32Array;
  private readonly extremes: Float64Array;
  /** Positive: ticks. Negative: basis points. */
  private readonly trails: Float64Array;
  /** The shortest trails. */
  private minTicks = Infinity;
  private minBps = Infinity;
  /** All stops have reached this extreme since theirs was stored. */
  private raised = -Infinity;
  count = 0;
  /** The greatest trigger, which falling prices reach first. */
  best = -Infinity;

  constructor(number: number, size: number) {
    this.number = number;
    this.orders = new Int32Array(size);
    this.extremes = new Float64Array(size);
    this.trails = new Float64Array(size);
  }

  extremeAt(index: number): number {
    return Math.max(this.extremes[index] as number, this.raised);
  }

  triggerAt(index: number): number {
    return this.triggerWith(index, this.extremeAt(index));
  }

  append(order: number, extreme: number, { trailTicks, trailBps }: Trail): void {
    this.storeRaised();
    const index = this.count;
    this.orders[index] = order;
    this.extremes[index] = extreme;
    this.trails[index] = trailTicks > 0 ? trailTicks : -trailBps;
    this.noteTrail(index);
    this.count += 1;
    this.best = Math.max(this.best, this.triggerAt(index));
  }

  removeAt(index: number): void {
    this.orders.copyWithin(index, index + 1, this.count);
    this.extremes.copyWithin(index, index + 1, this.count);
    this.trails.copyWithin(index, index + 1, this.count);
    this.count -= 1;
    this.minTicks = Infinity;
    this.minBps = Infinity;
    for (let at = 0; at < this.count; at += 1) this.noteTrail(at);
    this.findBest();
  }

  /** Raises the extremes below this one. If that is all of them, the shortest trails have the best trigger. */
  raise(extreme: number): void {
    this.raised = Math.max(this.raised, extreme);
    if (this.extremeAt(0) > this.raised) return this.findBest();
    this.best = this.raised - Math.min(this.minTicks, distanceInBps(this.minBps, this.raised));
  }

  /** The first stop with the greatest trigger. */
  indexOfBest(): number {
    for (let index = 0; index < this.count; index += 1) if (this.triggerAt(index) === this.best) return index;
    return -1;
  }

  /** Appends the stops of the next block. */
  take(next: TrailBlock): void {
    this.storeRaised();
    next.storeRaised();
    this.orders.set(next.orders.subarray(0, next.count), this.count);
    this.extremes.set(next.extremes.subarray(0, next.count), this.count);
    this.trails.set(next.trails.subarray(0, next.count), this.count);
    this.count += next.count;
    this.minTicks = Math.min(this.minTicks, next.minTicks);
    this.minBps = Math.min(this.minBps, next.minBps);
    this.best = Math.max(this.best, next.best);
  }

  private noteTrail(index: number): void {
    const trail = this.trails[index] as number;
    if (trail > 0) this.minTicks = Math.min(this.minTicks, trail);
    else this.minBps = Math.min(this.minBps, -trail);
  }

  private storeRaised(): void {
    for (let index = 0; index < this.count; index += 1) this.extremes[index] = this.extremeAt(index);
    this.raised = -Infinity;
  }

  private findBest(): void {
    this.best = -Infinity;
    for (let index = 0; index < this.count; index += 1) this.best = Math.max(this.best, this.triggerAt(index));
  }

  private triggerWith(index: number, extreme: number): number {
    const trail = this.trails[index] as number;
    return extreme - (trail > 0 ? trail : distanceInBps(-trail, extreme));
  }
}

function distanceInBps(trailBps: number, extreme: number): number {
  return trailBps === Infinity ? Infinity : trailDistance({ trailTicks: 0, trailBps }, Math.abs(extreme));
}
