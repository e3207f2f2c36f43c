/** Runs work once per key while it is in flight; every caller gets the same outcome, including the same refusal. */
export class InFlight<Outcome> {
  readonly #works = new Map<string, Promise<Outcome>>();

  /** @param key identifies the request and its customer */
  join(key: string, work: () => Promise<Outcome>): Promise<Outcome> {
    const begun = this.#works.get(key);
    if (begun) return begun;
    const working = work().finally(() => this.#works.delete(key));
    this.#works.set(key, working);
    return working;
  }
}
