import type { RawParams } from './params.ts';

const none: ReadonlySet<string> = new Set();
const signature: ReadonlySet<string> = new Set(['timestamp', 'recvWindow', 'signature']);
const socket: ReadonlySet<string> = new Set([...signature, 'apiKey', 'returnRateLimits']);

/** Parameters over REST beside a call's own. */
export function restParams(security: 'none' | 'signed'): ReadonlySet<string> {
  return security === 'none' ? none : signature;
}

/** Parameters over the WebSocket API beside a call's own. */
export const socketParams = socket;

const defaultWindowMs = 5_000;

/** How long a request is valid. What proves its caller refuses an unreadable one. */
export function recvWindowMsOf({ recvWindow }: RawParams): number {
  const given = Number(recvWindow ?? defaultWindowMs);
  return given > 0 ? Math.ceil(given) : defaultWindowMs;
}
