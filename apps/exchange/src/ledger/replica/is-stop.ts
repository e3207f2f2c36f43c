import type { PlaceOrder } from '@fft/engine';

/** True if the order waits for a price before it works. */
export function isStop({ stopTicks = 0, trailTicks = 0, trailBps = 0 }: PlaceOrder): boolean {
  return stopTicks > 0 || trailTicks > 0 || trailBps > 0;
}
