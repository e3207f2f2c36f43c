/** Times work in rounds and sums the fastest round of each part, so that other load on the machine hardly shows. */
export class LeastTime {
  private readonly parts: number[] = [];

  /** Runs one part of the work in one round. */
  measure(part: number, work: () => void): void {
    const begin = performance.now();
    work();
    const ms = performance.now() - begin;
    this.parts[part] = Math.min(this.parts[part] ?? Infinity, ms);
  }

  /** The sum over all parts. */
  get ms(): number {
    return this.parts.reduce((sum, part) => sum + part, 0);
  }
}
