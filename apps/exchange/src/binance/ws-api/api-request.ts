import { ApiError } from '../api-error.ts';

export type ApiId = string | number | null;
export type ApiParams = Readonly<Record<string, unknown>>;

/** A request of the WebSocket API. */
export interface ApiRequest {
  readonly id: ApiId;
  readonly method: string;
  readonly params: ApiParams;
}

/** A message that is no request; it is answered under `id` if it has one. */
export interface Malformed {
  readonly id: ApiId;
  readonly error: ApiError;
}

declare global {
  // TypeScript's own types don't have these parts of ECMAScript yet.
  interface JSON {
    parse(
      text: string,
      reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): unknown;
  }
}

const maxIdLength = 100;
const noParams: ApiParams = {};

/** Reads a request. Methods may have a version in front: `v3/order.place`. */
export function readRequest(text: string): ApiRequest | Malformed {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return malformed(null, new ApiError(400, -1135, 'Invalid JSON Request'));
  }
  if (!isObject(message)) return malformed(null, new ApiError(400, -1135, 'Invalid JSON Request'));
  const { id, method, params = noParams } = message;
  if (!isId(id)) return malformed(null, invalid('id'));
  if (typeof method !== 'string') return malformed(id, invalid('method'));
  if (!isObject(params)) return malformed(id, invalid('params'));
  const name = method.startsWith('v3/') ? method.slice('v3/'.length) : method;
  return { id, method: name, params: mayBeRespelt.test(text) ? paramsAsSpelt(text) : params };
}

/** A number that JavaScript may write in another way: `87000.0`, `1e-05`, one of over 15 digits, or -0. */
const mayBeRespelt = /[:[,]\s*-?(?:\d+[.eE]|\d{16}|0)/;

/** A request's parameters, whose numbers become JSON again as they were sent: the signature covers that text. */
function paramsAsSpelt(text: string): ApiParams {
  const spelt = JSON.parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined && source !== String(value) ? JSON.rawJSON(source) : value,
  );
  return (spelt as { readonly params?: ApiParams }).params ?? noParams;
}

function malformed(id: ApiId, error: ApiError): Malformed {
  return { id, error };
}

function invalid(name: string): ApiError {
  return new ApiError(400, -1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);
}

function isId(id: unknown): id is ApiId {
  return id === null || (typeof id === 'string' && id.length <= maxIdLength) || Number.isSafeInteger(id);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
