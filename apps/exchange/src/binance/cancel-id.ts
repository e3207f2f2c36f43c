import type { CancelOrder, Command } from '@fft/engine';

/** The id of a cancellation that named none of its own. It is the same in the answer and in every process's events. */
export function cancelIdOf(orderId: number): string {
  return `cancel-${orderId}`;
}

/**
 * The id under which a command cancelled an order. A cancellation by number carries its own id in the field for the client's, which the engine ignores
 * then; so the journal has it, and every process reports the same.
 */
export function cancelIdIn(given: Command | Omit<CancelOrder, 'time'>, orderId: number): string {
  const isNamed = given.type === 'cancel' && given.orderId === orderId && given.clientOrderId !== '';
  return isNamed ? given.clientOrderId : cancelIdOf(orderId);
}
