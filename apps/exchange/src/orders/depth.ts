import type { calls } from '@fft/contract';
import { FieldRefusal } from '../refusals/refusal.ts';
import { refuse } from './refusals.ts';
import type { Handler } from '../transport/http/route.ts';
import { groupLevels, levelWire } from '../markets/tickers/wire.ts';
import type { OrdersContext } from './orders-context.ts';
import { ticksOf } from './parse-steps.ts';

/** Number of price levels read for a grouped book. */
const groupedFrom = 5_000;

/** The engine's present order book. */
export function depth({ directory, feed, host, now }: OrdersContext): Handler<typeof calls.trade.depth> {
  return ({ symbol, limit, step }) => {
    const view = directory.market(symbol);
    if (!view) throw refuse('unknownMarket');
    const stepTicks = step === undefined ? 1 : ticksOf(step, view, 'step');
    if (stepTicks === 0) throw new FieldRefusal({ step: 'amount' });
    const seq = feed.bookSequence(view);
    const { bids, asks } = host.engine.depth(view.id, stepTicks === 1 ? limit : groupedFrom);
    const wire = (levels: typeof bids, side: 'bid' | 'ask') =>
      (stepTicks === 1 ? levels : groupLevels(levels, side, stepTicks))
        .slice(0, limit)
        .map((level) => levelWire(view, level));
    return { symbol: view.rules.symbol, seq, bids: wire(bids, 'bid'), asks: wire(asks, 'ask'), time: now() };
  };
}
