/** Delay between two tries. */
const againMs = 5000;

/** Loads an optional part of a page, retrying until it loads, so that a lost connection breaks nothing. */
export async function retryUntilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }
}
