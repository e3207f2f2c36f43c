/**
 * The time of a piece of work that is done in several rounds, part by part: of each part the round counts in which it took least. So what else
 * runs on the machine hardly shows.
 */
export class LeastTime {
  private readonly parts: number[] = [];

  /** Does one part of the work, in one of the rounds. */
  measure(part: number, work: () => void): void {
    const begin = performance.now();
    work();
    const ms = performance.now() - begin;
    this.parts[part] = Math.min(this.parts[part] ?? Infinity, ms);
  }

  /** Of all parts. */
  get ms(): number {
    return this.parts.reduce((sum, part) => sum + part, 0);
  }
}
