/** Between two tries. */
const againMs = 5000;

/** Loads what a page is whole without: tried again until it is there, so that a line that is lost meanwhile breaks nothing. */
export async function retryUntilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }
}
