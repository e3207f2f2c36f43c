import type * as z from 'zod/mini';
import { once } from './once.ts';

/** Whether a call needs a token: `none` ignores it, `optional` uses it if it is valid, `required` answers 1001 without a valid one. */
export type Auth = 'none' | 'optional' | 'required';

/** One call of the exchange's API. `lang` is on every call and isn't part of `input`. */
export interface Call<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  A extends Auth = Auth,
> {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  /** How a POST carries its fields: as a form unless it says otherwise. */
  readonly encoding?: 'multipart';
  readonly auth: A;
  /** What it takes from the caller's budget of ten seconds: about so many half milliseconds of the server; 1 where it isn't given. */
  readonly weight?: number;
  /** What it is for, in one sentence. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
}

/** What a call takes from its caller's budget. */
export function weightOf({ weight = 1 }: Pick<Call, 'weight'>): number {
  return weight;
}

/** What a caller passes. */
export type CallInput<C extends Call> = z.input<C['input']>;
/** What a handler receives: checked and with defaults. */
export type CallParameters<C extends Call> = z.output<C['input']>;
/** `data` of a successful answer. */
export type CallOutput<C extends Call> = z.output<C['output']>;

/** A call as it is written down: its schemas are made when they are first needed. */
type Definition<Input extends z.ZodMiniType, Output extends z.ZodMiniType, A extends Auth> = Omit<
  Call<Input, Output, A>,
  'input' | 'output'
> & { readonly input: () => Input; readonly output: () => Output };

export function defineCall<Input extends z.ZodMiniType, Output extends z.ZodMiniType, const A extends Auth>({
  input,
  output,
  ...call
}: Definition<Input, Output, A>): Call<Input, Output, A> {
  const inputOnce = once(input);
  const outputOnce = once(output);
  return {
    ...call,
    get input() {
      return inputOnce();
    },
    get output() {
      return outputOnce();
    },
  };
}
