import { Code, type StreamRequest } from '@fft/contract';

const invalidPoints = 20;
/** A token that nobody remembers is looked up in the database. */
const authPoints = 5;
const receivedBytesPerPoint = 1024;
const sentBytesPerPoint = 8 * 1024;

function refusedCall(code: number): number {
  switch (code) {
    case Code.badRequest:
    case Code.sessionInvalid:
      return 5;
    case Code.tooManyRequests:
    case Code.unavailable:
      return 1;
    default:
      return 0;
  }
}

/** What a socket asks for, in points of its budget. */
export const points = {
  /** A ping or pong of the protocol. */
  frame: 1,
  /** A message that is no request: nobody who means well sends many. */
  invalid: (bytes: number): number => invalidPoints + received(bytes),
  request: (request: StreamRequest, bytes: number): number => {
    const channels = request.op === 'subscribe' ? new Set(request.channels).size : 0;
    return (request.op === 'auth' ? authPoints : 1) + channels + received(bytes);
  },
  /** A call that was refused before it counted as an order or a cancellation, which have limits of their own. */
  refusedCall,
  /** The whole of channels, sent because a socket asked for it. */
  sent: (bytes: number): number => Math.floor(bytes / sentBytesPerPoint),
} as const;

function received(bytes: number): number {
  return Math.floor(bytes / receivedBytesPerPoint);
}
