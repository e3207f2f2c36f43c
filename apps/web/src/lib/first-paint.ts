const { promise, resolve } = Promise.withResolvers<void>();

/** Assumed duration of a paint after the second frame, for browsers that don't report it. */
const paintedMs = 150;

/** Settles once the first page has been painted. Work that the first paint doesn't need waits for it, leaving network and processor free. */
export const firstPaint: Promise<void> = promise;

/** Call this when the first page is in the document, before it is painted. */
export function reportPageShown(): void {
  const stoodAt = performance.now();
  // Reports a paint that is larger than what was shown before, as nearly every page is.
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(({ startTime }) => startTime >= stoodAt)) resolve();
  });
  observer.observe({ type: 'largest-contentful-paint' });
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, paintedMs)));
  void promise.then(() => observer.disconnect());
}
