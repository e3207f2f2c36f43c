import { Code, type StreamRequest } from '@fft/contract';

const invalidPoints = 20;
/** Resolving an unknown token costs a database query. */
const authPoints = 5;
const receivedBytesPerPoint = 1024;
const sentBytesPerPoint = 8 * 1024;

function refusedCall(code: number): number {
  switch (code) {
    case Code.badRequest:
    case Code.sessionInvalid:
    case Code.keyRightMissing:
      return 5;
    case Code.tooManyRequests:
    case Code.unavailable:
      return 1;
    default:
      return 0;
  }
}

/** The costs of a socket's messages, in points of its budget. */
export const points = {
  /** A ping or pong of the protocol. */
  frame: 1,
  /** A message that is not a valid request: well-behaved clients send few. */
  invalid: (bytes: number): number => invalidPoints + received(bytes),
  request: (request: StreamRequest, bytes: number): number => {
    const channels = request.op === 'subscribe' ? new Set(request.channels).size : 0;
    return (request.op === 'auth' ? authPoints : 1) + channels + received(bytes);
  },
  /** A call refused before it counted as an order or a cancellation, which have limits of their own. */
  refusedCall,
  /** The same for a refusal of the WebSocket API, whose status is as of HTTP. */
  refusedApiCall: (status: number, code: number): number => {
    if (status === 429 || status === 503) return 1;
    return status === 401 || code === -1022 || (code <= -1100 && code > -1200) ? 5 : 0;
  },
  /** Snapshots sent because the socket subscribed. */
  sent: (bytes: number): number => Math.floor(bytes / sentBytesPerPoint),
} as const;

function received(bytes: number): number {
  return Math.floor(bytes / receivedBytesPerPoint);
}
