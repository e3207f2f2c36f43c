import type * as z from 'zod/mini';

/**
 * Builds a value on first use and returns the same value afterwards. All schemas are lazy, so a page builds only those that it uses.
 */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Output type of a lazy schema. */
export type SchemaOutput<S extends () => z.ZodMiniType> = z.output<ReturnType<S>>;
