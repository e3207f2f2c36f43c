/** Times work in rounds and keeps the best whole round, so that occasional costs such as garbage collection are included. */
export class BestRound {
  private best = Infinity;
  private current = 0;

  /** Starts a round. */
  begin(): void {
    this.current = 0;
  }

  measure(_part: number, work: () => void): void {
    const begin = performance.now();
    work();
    this.current += performance.now() - begin;
  }

  /** Ends the round. */
  end(): void {
    this.best = Math.min(this.best, this.current);
  }

  get ms(): number {
    return this.best;
  }
}
