import type { CallInput, CallOutput, streamCalls, StreamCallName } from '@fft/contract';
import { createFeed, type Feed, type StreamOptions } from './stream.ts';
import { StreamCalls, type OrderOutcome } from './stream-calls.ts';

/** A feed that also places and cancels orders. */
export interface Stream extends Feed {
  /**
   * Makes a call over the socket. Any number can be pending; the server executes them in order. A call made without a connection waits for one.
   * @throws {RefusedError} if the server refuses the call; {@link NetworkError} if no answer arrives, and the call may have had its effect: query by its id
   */
  call<Name extends StreamCallName>(
    name: Name,
    input: CallInput<(typeof streamCalls)[Name]>,
  ): Promise<CallOutput<(typeof streamCalls)[Name]>>;
  /**
   * Places many orders, 50 per message, which is cheaper than single calls. They are executed in order and independently; results are in the same order,
   * with the errors that {@link call} would throw as reasons. Never rejects.
   */
  createMany(orders: readonly CallInput<(typeof streamCalls)['create']>[]): Promise<readonly OrderOutcome[]>;
}

/** Opens a stream. */
export function createStream(settings: StreamOptions): Stream {
  const calls = new StreamCalls(() => (settings.key ? null : (settings.token?.() ?? null)));
  return Object.assign(createFeed(settings, calls), {
    call: calls.call.bind(calls),
    createMany: calls.createMany.bind(calls),
  });
}
