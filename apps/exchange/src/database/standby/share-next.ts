/**
 * Lets callers share a question. Whoever asks while one is under way gets the next one's answer, so that each answer was asked for after its caller came.
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
