/** Signals a bug, not a refusal: the process stops and restarts from durable state. */
export class AssertionFailure extends Error {
  override readonly name = 'AssertionFailure';
}

/** Throws {@link AssertionFailure} unless `condition` holds. For bugs only: refuse a caller's invalid input by value. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionFailure(message);
}
