/** A bug, not a refusal: the process that meets one stops, and starts again from what is durable. */
export class AssertionFailure extends Error {
  override readonly name = 'AssertionFailure';
}

/** Throws {@link AssertionFailure} unless `condition` holds. For bugs only: what a caller may rightly send is refused by value. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionFailure(message);
}
