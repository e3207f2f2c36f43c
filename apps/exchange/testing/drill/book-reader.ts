import { createStream, OrderBook } from '@fft/client';
import { calls } from '@fft/contract';
import type { Stage } from './stage.ts';

export interface BookReader {
  /** True if the reader reaches the book that the call returns; no one may trade during the check. */
  isWhole(): Promise<boolean>;
  close(): void;
}

export const bookDiffers = 'a reader of the stream has another book than the call returns';

/** Follows the book by a stream of the second server; reconnects by itself, to its replacement if it was killed. */
export function followBook({ gateways }: Stage): BookReader {
  const book = new OrderBook();
  const urlOf = (): string => `${(gateways().at(-1)?.url ?? '').replace('http', 'ws')}/ws`;
  const listen = () => {
    const stream = createStream({ url: urlOf(), maxRetryMs: 500 });
    stream.subscribe('depth:BTC/USDT', (push) => book.apply(push));
    return stream;
  };
  let reading = { url: urlOf(), stream: listen() };
  const watching = setInterval(() => {
    if (reading.url === urlOf()) return;
    reading.stream.close();
    reading = { url: urlOf(), stream: listen() };
  }, 50);
  return {
    isWhole: async () => {
      for (let attempt = 0; attempt < 100; attempt += 1) {
        const called = await gateways().at(-1)?.clientOf().call(calls.trade.depth, { symbol: 'BTC/USDT', limit: 500 });
        const isSame = JSON.stringify([called?.bids, called?.asks]) === JSON.stringify([book.bids, book.asks]);
        if (isSame) return true;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return false;
    },
    close: () => {
      clearInterval(watching);
      reading.stream.close();
    },
  };
}
