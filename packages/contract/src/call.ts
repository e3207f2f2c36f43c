import type * as z from 'zod/mini';
import { lazy } from './lazy.ts';

/** Token requirement of a call: `none` ignores the token, `optional` uses a valid one, `required` answers 1001 without a valid one. */
export type Auth = 'none' | 'optional' | 'required';

/** The rights that an API key may have. */
export const keyRights = ['read', 'trade', 'withdraw'] as const;
export type KeyRight = (typeof keyRights)[number];
/** The right that a call requires of an API key: `none` for public calls, which ignore keys; `never` for calls that only a logged-in person may make. */
export type NeededRight = KeyRight | 'none' | 'never';

/** One call of the exchange's API. Every call also takes `lang`, which is not part of `input`. */
export interface Call<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  A extends Auth = Auth,
> {
  readonly method: 'GET' | 'POST';
  readonly path: `/${string}`;
  /** Encoding of a POST body; a form by default. */
  readonly encoding?: 'multipart';
  /** Fields of a POST that travel in the query; the server accepts them in the body too. */
  readonly query?: readonly string[];
  readonly auth: A;
  /** Of API keys; by default `never` if the call uses a token, else `none`. */
  readonly keyRight?: KeyRight | 'never';
  /** Cost against the caller's ten-second budget, about one point per half millisecond of server time; 1 by default. */
  readonly weight?: number;
  /** True if it changes something; by default if it is a POST. */
  readonly acts?: boolean;
  /** True if answers stay the same for long: they have a tag, by which a caller asks whether they still hold. Only calls without a session. */
  readonly rarelyChanges?: true;
  /** One sentence, shown in the API reference. */
  readonly summary: string;
  readonly input: Input;
  readonly output: Output;
}

/** Cost of a call against its caller's budget. */
export function callWeight({ weight = 1 }: Pick<Call, 'weight'>): number {
  return weight;
}

/** True for a call that changes something: it refuses fields that it doesn't know, and may carry the session that its form was filled in for. */
export function acts({ method, acts: isAct = method === 'POST' }: Pick<Call, 'method' | 'acts'>): boolean {
  return isAct;
}

/** The right that a call requires of an API key. */
export function keyRightOf({ auth, keyRight = 'never' }: Pick<Call, 'auth' | 'keyRight'>): NeededRight {
  return auth === 'none' ? 'none' : keyRight;
}

/** Input as a caller passes it. */
export type CallInput<C extends Call> = z.input<C['input']>;
/** Input as a handler receives it: validated, with defaults. */
export type CallParameters<C extends Call> = z.output<C['input']>;
/** `data` of a successful response. */
export type CallOutput<C extends Call> = z.output<C['output']>;

/** A call as declared: schemas are built on first use. */
type Definition<Input extends z.ZodMiniType, Output extends z.ZodMiniType, A extends Auth> = Omit<
  Call<Input, Output, A>,
  'input' | 'output'
> & { readonly input: () => Input; readonly output: () => Output };

export function defineCall<Input extends z.ZodMiniType, Output extends z.ZodMiniType, const A extends Auth>({
  input,
  output,
  ...call
}: Definition<Input, Output, A>): Call<Input, Output, A> {
  const inputOnce = lazy(input);
  const outputOnce = lazy(output);
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
