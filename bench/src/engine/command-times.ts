/** Commands between readings of the processor time, as a reading costs more than most commands. */
const markEach = 16;
const slowMs = 0.01;

/**
 * Times of single commands. By the wall clock, preemption by the system would count too; so for slow commands, the processor time gives an upper
 * bound.
 */
export class CommandTimes {
  /** Counts in steps of a twentieth of a microsecond, up to a millisecond. */
  private readonly counts = new Uint32Array(20_000);
  private total = 0;
  private untilMark = 0;
  private markedMs = 0;
  longestMs = 0;
  longestByClockMs = 0;

  measure(work: () => void): void {
    if (this.untilMark === 0) {
      this.untilMark = markEach;
      this.markedMs = processorMs();
    }
    this.untilMark -= 1;
    const begin = performance.now();
    work();
    const ms = performance.now() - begin;
    this.longestByClockMs = Math.max(this.longestByClockMs, ms);
    this.note(ms < slowMs ? ms : Math.min(ms, processorMs() - this.markedMs));
    if (ms >= slowMs) this.untilMark = 0;
  }

  /** The quantile in microseconds. */
  within(share: number): number {
    let left = this.total * share;
    for (let index = 0; index < this.counts.length; index += 1) {
      left -= this.counts[index] as number;
      if (left <= 0) return (index + 1) / 20;
    }
    return 1000;
  }

  private note(ms: number): void {
    const index = Math.min(this.counts.length - 1, Math.floor(ms * 20_000));
    this.counts[index] = (this.counts[index] as number) + 1;
    this.total += 1;
    this.longestMs = Math.max(this.longestMs, ms);
  }
}

/** Processor time of this thread. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
