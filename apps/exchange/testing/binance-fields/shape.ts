/**
 * How the lists write types:
 *
 * - `text`, `flag`, `int`, `number`: of JSON. `id`: a whole number from 0 on. `time`: milliseconds since 1970, or microseconds where the caller asks for them.
 * - `decimal`: a text with eight places, or more for a coin that has more. `numeric`: a decimal text with any places.
 * - `enum side`: one of the values in `enums.ts`. `=5m`, `="0"`, `=-1`, `=null`: this text, number or null.
 * - `@fill`: of the shape with this name. `[T]`: a list of T. `<T>`: T by any name. `(T, U)`: a row. `T | U`: either.
 */
export type Type = string;

/** A field that is there exactly if another one has one of these values. */
export interface Conditional {
  readonly type: Type;
  readonly where: Readonly<Record<string, readonly string[]>>;
}

/** Fields by name. One with `?` behind its name is not always there. */
export type Shape = Readonly<Record<string, Type | Conditional>>;
