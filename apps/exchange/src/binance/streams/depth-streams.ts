import type { LevelChange } from '../../ledger/replica/batch-events.ts';
import { formatLevel } from '../decimals.ts';
import { isDue, type MarketStream } from './market-stream.ts';
import type { StreamParts } from './stream-parts.ts';

/**
 * `@depth`: changes of the book. Update ids are numbers of journal entries, so they continue over restarts and are the same in every process; each event
 * begins where the one before ended.
 */
export function diffDepthStream(parts: StreamParts, everyMs: number): MarketStream {
  const { topic, view, symbol, sequence, now } = parts;
  let pending = new Map<string, LevelChange>();
  let lastId = sequence();
  return {
    add: ({ levels }) => {
      for (const change of levels) pending.set(`${change.side}${change.priceTicks}`, change);
    },
    beat: (beat) => {
      if (pending.size === 0 || !isDue(beat, everyMs)) return;
      const changes = [...pending.values()];
      pending = new Map();
      const [first, last] = [lastId + 1, sequence()];
      lastId = last;
      const market = view();
      const wire = (wanted: 'buy' | 'sell') =>
        changes
          .filter(({ side }) => side === wanted)
          .map(({ priceTicks, quantityLots }) => formatLevel(market, [priceTicks, quantityLots]));
      const [bids, asks] = [wire('buy'), wire('sell')];
      topic.publish((at) => ({ e: 'depthUpdate', E: at(now()), s: symbol, U: first, u: last, b: bids, a: asks }));
    },
  };
}

/** `@depth5`, `@depth10`, `@depth20`: the best levels, whenever the book changed. */
export function partialDepthStream(parts: StreamParts, levels: number, everyMs: number): MarketStream {
  const { topic, view, engine, market, sequence } = parts;
  let isChanged = true;
  return {
    add: (batch) => {
      isChanged ||= batch.levels.length > 0;
    },
    joined: () => {
      isChanged = true;
    },
    beat: (beat) => {
      if (!isChanged || !isDue(beat, everyMs)) return;
      isChanged = false;
      const { bids, asks } = engine.depth(market, levels);
      const wire = (side: typeof bids) => side.map((level) => formatLevel(view(), level));
      const book = { lastUpdateId: sequence(), bids: wire(bids), asks: wire(asks) };
      topic.publish(() => book);
    },
  };
}

/** `@bookTicker`: each change of the best prices and their quantities. */
export function bookTickerStream(parts: StreamParts): MarketStream {
  const { topic, view, engine, market, symbol, sequence } = parts;
  let shown = '';
  const show = (): void => {
    const { bids, asks } = engine.depth(market, 1);
    const [bid = [0, 0]] = bids;
    const [ask = [0, 0]] = asks;
    const best = `${bid.join()} ${ask.join()}`;
    if (best === shown) return;
    shown = best;
    const [[b, B], [a, A]] = [formatLevel(view(), bid), formatLevel(view(), ask)];
    topic.publish(() => ({ u: sequence(), s: symbol, b, B, a, A }));
  };
  return {
    add: ({ levels }) => {
      if (levels.length > 0) show();
    },
    joined: () => {
      shown = '';
    },
    beat: () => {
      if (shown === '') show();
    },
  };
}
