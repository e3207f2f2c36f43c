/**
 * The time of a piece of work that is done in several rounds: the best whole round counts. Other than with the best of each part, what the work itself
 * brings now and then, as collecting garbage, stays in.
 */
export class BestRound {
  private best = Infinity;
  private current = 0;

  /** The parts that follow are of a new round. */
  begin(): void {
    this.current = 0;
  }

  measure(_part: number, work: () => void): void {
    const begin = performance.now();
    work();
    this.current += performance.now() - begin;
  }

  /** The round is over. */
  end(): void {
    this.best = Math.min(this.best, this.current);
  }

  get ms(): number {
    return this.best;
  }
}
