import { assert } from '@fft/decimal';

/** What is due together comes in this order. */
export const TimerKind = { expiry: 0, deadMan: 1, market: 2 } as const;

export interface Timer {
  readonly time: number;
  readonly kind: number;
  /** The order, the owner, or the market. */
  readonly subject: number;
  /** Of a dead-man timer: the market, or −1 for all. */
  readonly scope: number;
}

const compactedMin = 1024;

/** Whether `one` comes before `other`. */
function isBefore(one: Timer, other: Timer): boolean {
  if (one.time !== other.time) return one.time < other.time;
  if (one.kind !== other.kind) return one.kind < other.kind;
  return one.subject !== other.subject ? one.subject < other.subject : one.scope < other.scope;
}

/**
 * What is to happen, the earliest first: a binary heap. A timer isn't taken back when its reason goes; whoever takes it looks whether it still
 * has one, and those that have none are swept out before they become many.
 */
export class Timers {
  private heap: Timer[] = [];
  private compactAt = compactedMin;
  private readonly isLive: (timer: Timer) => boolean;

  constructor(isLive: (timer: Timer) => boolean) {
    this.isLive = isLive;
  }

  add(timer: Timer): void {
    if (this.heap.length >= this.compactAt) this.compact();
    this.push(timer);
  }

  /** When the earliest that still has a reason is due; Infinity where there is none. */
  nextAt(): number {
    for (;;) {
      const first = this.heap[0];
      if (first === undefined) return Infinity;
      if (this.isLive(first)) return first.time;
      this.removeFirst();
    }
  }

  /** Takes the earliest of those that are due and still have a reason. */
  takeDue(now: number): Timer | null {
    for (;;) {
      const first = this.heap[0];
      if (first === undefined || first.time > now) return null;
      this.removeFirst();
      if (this.isLive(first)) return first;
    }
  }

  all(): readonly Timer[] {
    return this.heap;
  }

  private push(timer: Timer): void {
    const { heap } = this;
    let at = heap.length;
    heap.push(timer);
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      const above = this.at(parent);
      if (!isBefore(timer, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = timer;
  }

  private removeFirst(): void {
    const { heap } = this;
    const last = heap.pop();
    assert(last !== undefined, 'no timer to take');
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(this.at(child + 1), this.at(child))) child += 1;
      if (!isBefore(this.at(child), last)) break;
      heap[at] = this.at(child);
      at = child;
    }
    heap[at] = last;
  }

  private compact(): void {
    const live = this.heap.filter((timer) => this.isLive(timer));
    this.heap = [];
    for (const timer of live) this.push(timer);
    this.compactAt = Math.max(compactedMin, live.length * 2);
  }

  private at(index: number): Timer {
    return this.heap[index] as Timer;
  }
}
