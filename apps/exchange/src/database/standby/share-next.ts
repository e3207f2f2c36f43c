/**
 * Lets concurrent callers share one request. A caller that arrives while a request is running gets the result of the next one, which starts after the caller's arrival.
 */
export function shareNext<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | null = null;
  return () =>
    (next ??= running.then(() => {
      next = null;
      const asked = ask();
      running = asked.catch(() => undefined);
      return asked;
    }));
}
