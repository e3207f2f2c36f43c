import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@fft/client';
import { calls } from '@fft/contract';

/** Waits until the market maker quotes and the charts have their history. */
export async function marketIsLive(client: Client): Promise<void> {
  await client.call(calls.candles.list, { symbol: 'BTC/USDT', interval: '1m' });
  for (;;) {
    const { bids } = await client.call(calls.trade.depth, { symbol: 'BTC/USDT' });
    if (bids.length >= 7) return;
    await delay(200);
  }
}
