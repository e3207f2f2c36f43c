/** Work that is asked for again while it is under way is done once, and whoever asked has the same outcome of it: also the same refusal. */
export class UnderWay<Outcome> {
  readonly #works = new Map<string, Promise<Outcome>>();

  /** @param key the same for the same request of the same customer */
  join(key: string, work: () => Promise<Outcome>): Promise<Outcome> {
    const begun = this.#works.get(key);
    if (begun) return begun;
    const working = work().finally(() => this.#works.delete(key));
    this.#works.set(key, working);
    return working;
  }
}
