import { ApiError } from '../api-error.ts';
import type { ApiParams } from './api-request.ts';

/**
 * The text that a request's signature covers, with the signature behind it as `verifySignedRequest` reads it: all parameters sorted by name, as
 * `name=value` joined by `&`, nothing encoded.
 * @throws ApiError if a value could be read as another parameter
 */
export function signedParams(params: ApiParams): string {
  const names = Object.keys(params)
    .filter((name) => name !== 'signature')
    .toSorted();
  const parts = names.map((name) => {
    const value = textOf(params[name]);
    if (name.includes('&') || name.includes('=') || value.includes('&')) {
      throw new ApiError(400, -1100, `Illegal characters found in parameter '${name.slice(0, 40)}'.`);
    }
    return `${name}=${value}`;
  });
  const { signature } = params;
  if (typeof signature === 'string') parts.push(`signature=${encodeURIComponent(signature)}`);
  return parts.join('&');
}

/** A value as Binance's clients sign it: a list as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
