import type * as z from 'zod/mini';

/**
 * Makes something when it is first asked for, and gives the same from then on. Every schema is made so: a page pays for the few that it uses, when it uses
 * them, and not for all of them before it shows anything.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** What a schema gives that is made once. */
export type Made<S extends () => z.ZodMiniType> = z.output<ReturnType<S>>;
