/** How often the processor's time is read, in commands: it costs more than most of them. */
const markEach = 16;
const slowMs = 0.01;

/**
 * How long single commands take. By the clock, the system's taking the processor away counts too; so of those that seem slow it is asked how much
 * of the processor they can have had at most.
 */
export class CommandTimes {
  /** Counts, by twentieths of a microsecond up to a millisecond. */
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

  /** In microseconds: this share of the commands took no longer. */
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

/** What this thread has had of the processor. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
