import { ApiError } from '../api-error.ts';
import { missingParameter } from '../errors.ts';

/** Parameters as a door received them: texts over REST, any JSON over the WebSocket API. */
export type RawParams = Readonly<Record<string, unknown>>;

/** Reads a parameter's text, which is not empty. @throws ApiError */
export type ReadText<T> = (text: string, name: string) => T;

/** A parameter of a call. */
export interface Param<T> {
  readonly isRequired: boolean;
  readonly read: ReadText<T>;
  /** The value without the parameter. @throws ApiError if it is mandatory */
  readonly absent: (name: string) => T;
}

export type Params = Readonly<Record<string, Param<unknown>>>;

/** The values that a call's handler receives. */
export type InputOf<P extends Params> = { readonly [Name in keyof P]: P[Name] extends Param<infer T> ? T : never };

/** A mandatory parameter. */
export function required<T>(read: ReadText<T>): Param<T> {
  return { isRequired: true, read, absent: refuseMissing };
}

function refuseMissing(name: string): never {
  throw missingParameter(name);
}

/** A parameter that may be absent. */
export function optional<T>(read: ReadText<T>): Param<T | undefined> {
  return { isRequired: false, read, absent: () => undefined };
}

/** A parameter with a default. */
export function withDefault<T>(read: ReadText<T>, value: T): Param<T> {
  return { isRequired: false, read, absent: () => value };
}

/**
 * Reads a call's parameters.
 * @param common names that every call of this door and security has
 * @throws ApiError for an unknown, missing, empty or unreadable parameter
 */
export function readParams<P extends Params>(params: P, raw: RawParams, common: ReadonlySet<string>): InputOf<P> {
  const input: Record<string, unknown> = {};
  let own = 0;
  let read = 0;
  for (const name of Object.keys(raw)) if (!common.has(name)) own += 1;
  for (const [name, param] of Object.entries(params)) {
    const text = Object.hasOwn(raw, name) ? textOf(raw[name]) : null;
    if (text !== null) read += 1;
    input[name] = valueOf(param, name, text);
  }
  if (own > read) throw unknownParameters(Object.keys(params).length, { own, read });
  // Each name of `params` was set by its own parameter.
  return input as InputOf<P>;
}

function valueOf<T>(param: Param<T>, name: string, text: string | null): T {
  if (text === null) return param.absent(name);
  if (text !== '') return param.read(text, name);
  if (param.isRequired) return param.absent(name);
  throw new ApiError(400, -1105, `Parameter '${name}' was empty.`);
}

/** A value's text; lists and objects as JSON. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

function unknownParameters(known: number, { own, read }: { readonly own: number; readonly read: number }): ApiError {
  return own > known
    ? new ApiError(400, -1101, `Too many parameters; expected '${known}' and received '${own}'.`)
    : new ApiError(400, -1104, `Not all sent parameters were read; read '${read}' parameter(s) but was sent '${own}'.`);
}
