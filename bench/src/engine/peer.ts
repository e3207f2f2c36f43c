import { OrderBook, Side } from 'nodejs-order-book';
import type { Outcome } from './ours.ts';
import { type Step, timeBatches, type Watch } from './stream.ts';

/** Runs the same stream through `nodejs-order-book`: one book, without accounts, fees or remembered ids. */
export function runPeer(steps: readonly Step[], time: Watch): Outcome {
  const book = new OrderBook();
  const makeCalls = (batch: readonly Step[]) => batch.map(toCall);
  timeBatches(steps, time, makeCalls, (calls) => {
    for (const call of calls) {
      if (call.type === 'limit') book.limit(call.options);
      else if (call.type === 'market') book.market(call.options);
      else book.cancel(call.id);
    }
  });
  const [asks, bids] = book.depth();
  return { bids, asks: asks.toSorted(([a], [b]) => a - b) };
}

type Call =
  | { readonly type: 'limit'; readonly options: { side: Side; id: string; size: number; price: number } }
  | { readonly type: 'market'; readonly options: { side: Side; size: number } }
  | { readonly type: 'cancel'; readonly id: string };

function toCall(step: Step): Call {
  if (step.type === 'cancel') return { type: step.type, id: step.id };
  const side = step.isBuy ? Side.BUY : Side.SELL;
  if (step.type === 'market') return { type: step.type, options: { side, size: step.size } };
  return { type: step.type, options: { side, id: step.id, size: step.size, price: step.price } };
}
