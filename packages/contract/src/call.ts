import type * as z from 'zod/mini';

/**
 * One call of the exchange's API. `auth`: `none` ignores the token, `optional` uses it if it is valid, `required` answers 1001 without a valid one.
 * `lang` is on every call and isn't part of `input`.
 */
export interface Call<Input extends z.ZodMiniType = z.ZodMiniType, Output extends z.ZodMiniType = z.ZodMiniType> {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  readonly auth: 'none' | 'optional' | 'required';
  /** What it is for, in one sentence. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
}

/** What a caller passes. */
export type CallInput<C extends Call> = z.input<C['input']>;
/** What a handler receives: checked and with defaults. */
export type CallParameters<C extends Call> = z.output<C['input']>;
/** `data` of a successful answer. */
export type CallOutput<C extends Call> = z.output<C['output']>;

export function defineCall<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  call: Call<Input, Output>,
): Call<Input, Output> {
  return call;
}
