import type { Envelope } from '@fft/contract';
import { NetworkError } from './errors.ts';

/** Parses a response's envelope, for any HTTP status. */
export function readEnvelope(
  response: { readonly status: number; readonly text: string },
  path: string,
  onUnsafeNumber: ((path: string, value: number) => void) | undefined,
): Envelope<unknown> {
  const body = parse(response.text, (value) => onUnsafeNumber?.(path, value));
  if (!isEnvelope(body))
    throw new NetworkError('unreadable', `the response of ${path} (HTTP ${response.status}) has no envelope`);
  return body;
}

function parse(text: string, onUnsafeNumber: (value: number) => void): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => {
      if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) onUnsafeNumber(value);
      return value;
    });
  } catch {
    return undefined;
  }
}

export function isEnvelope(body: unknown): body is Envelope<unknown> {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'number' &&
    'message' in body &&
    typeof body.message === 'string' &&
    'data' in body
  );
}
