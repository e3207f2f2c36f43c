const none: ReadonlySet<string> = new Set();
const signature: ReadonlySet<string> = new Set(['timestamp', 'recvWindow', 'signature']);
const socket: ReadonlySet<string> = new Set([...signature, 'apiKey', 'returnRateLimits']);

/** Parameters over REST beside a call's own. */
export function restParams(security: 'none' | 'signed'): ReadonlySet<string> {
  return security === 'none' ? none : signature;
}

/** Parameters over the WebSocket API beside a call's own. */
export const socketParams = socket;
