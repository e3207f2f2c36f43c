import type { Refusal } from './refusal.ts';

/** The same outcome, but for an error of one kind: it becomes the refusal that a caller is shown. */
export function refusing<T, E extends Error>(
  work: Promise<T>,
  kind: abstract new (...given: never[]) => E,
  refusal: (error: E) => Refusal,
): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof kind ? refusal(error) : error;
  });
}
