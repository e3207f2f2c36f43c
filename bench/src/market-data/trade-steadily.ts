import { setTimeout as delay } from 'node:timers/promises';
import { orderRequest, type Trader, type TradersOrder } from '../exchange/orders.ts';

const stepMs = 20;
/** Pairs in flight; beyond that the rate drops. */
const maxOpen = 50;

/** Sends trading orders at a steady, moderate rate, so that the way to the sockets is measured. */
export async function tradeSteadily(
  url: string,
  traders: readonly Trader[],
  { tradesPerSecond, seconds, run }: { tradesPerSecond: number; seconds: number; run: string },
): Promise<void> {
  const [seller, buyer] = traders;
  if (!seller || !buyer) throw new Error('trading needs a seller and a buyer');
  const place = async (order: TradersOrder, id: string): Promise<void> => {
    const answer = await fetch(`${url}/api/trade/create.html`, { method: 'POST', ...orderRequest(order, id) });
    const { code, message } = (await answer.json()) as { code: number; message: string };
    if (code !== 200) throw new Error(message);
  };
  const began = performance.now();
  const open = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for (let trade = 0; ;) {
    const elapsed = performance.now() - began;
    if (elapsed > seconds * 1000 || failures.length > 0) break;
    for (; trade < (elapsed / 1000) * tradesPerSecond && open.size < maxOpen; trade++) {
      const id = `${run}-${trade}`;
      const pair = place({ ...seller, side: 'sell' }, `${id}-s`).then(() =>
        place({ ...buyer, side: 'buy' }, `${id}-b`),
      );
      open.add(pair);
      pair.then(
        () => open.delete(pair),
        (error: unknown) => failures.push(error),
      );
    }
    await delay(stepMs);
  }
  await Promise.all(open);
}
