/** Writes of one kind that concurrent steps ask for: what comes while one write runs goes with the next one, as one statement. */
export class Gathered<Item, Result> {
  readonly #write: (items: readonly Item[]) => Promise<readonly Result[]>;
  #waiting: { readonly item: Item; resolve(result: Result): void; reject(error: unknown): void }[] = [];
  #isWriting = false;

  /** @param write returns a result for each item, in their order */
  constructor(write: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#write = write;
  }

  /** If a write of several fails, each is tried alone, so that one's error is no other's. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isWriting) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isWriting = true;
    // Steps of one turn share the first write.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        const results = await this.#write(batch.map(({ item }) => item));
        for (const [index, result] of results.entries()) batch[index]?.resolve(result);
      } catch {
        for (const { item, resolve, reject } of batch) {
          try {
            const [result] = await this.#write([item]);
            if (result === undefined) throw new Error('a write returned no result');
            resolve(result);
          } catch (error) {
            reject(error);
          }
        }
      }
    }
    this.#isWriting = false;
  }
}
