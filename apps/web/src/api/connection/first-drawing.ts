const { promise, resolve } = Promise.withResolvers<void>();

/** Where the browser doesn't say that it painted: how long its picture takes after the second frame that follows. */
const paintedMs = 150;

/** Settles once the first page has been painted. What it is painted without waits for this, and leaves it the line and the processor. */
export const firstDrawing: Promise<void> = promise;

/** Said as the first page comes to stand in the document, before its picture. */
export function pageStands(): void {
  const stoodAt = performance.now();
  // Says it of a picture with something larger than what stood there before, as nearly every page has.
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(({ startTime }) => startTime >= stoodAt)) resolve();
  });
  observer.observe({ type: 'largest-contentful-paint' });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, paintedMs)));
  void promise.then(() => observer.disconnect());
}
