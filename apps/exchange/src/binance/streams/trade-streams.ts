import { formatPrice, formatQuantity } from '../decimals.ts';
import { aggregated, aggregateFields } from './aggregate.ts';
import type { MarketStream } from './market-stream.ts';
import type { StreamParts } from './stream-parts.ts';

/** `@trade`: each trade. */
export function tradeStream({ topic, view, symbol, now }: StreamParts): MarketStream {
  return {
    add: ({ fills }) => {
      const market = view();
      for (const fill of fills) {
        topic.publish((at) => ({
          e: 'trade',
          E: at(now()),
          s: symbol,
          t: fill.tradeNumber,
          p: formatPrice(market, fill.priceTicks),
          q: formatQuantity(market, fill.quantityLots),
          T: at(fill.time),
          m: fill.takerSide === 'sell',
          M: true,
        }));
      }
    },
  };
}

/** `@aggTrade`: what one taker traded at one price. Its id is that of its first trade. */
export function aggTradeStream({ topic, view, symbol, now }: StreamParts): MarketStream {
  return {
    add: ({ fills }) => {
      const market = view();
      for (const aggregate of aggregated(fills)) {
        topic.publish((at) => ({ e: 'aggTrade', E: at(now()), s: symbol, ...aggregateFields(market, aggregate, at) }));
      }
    },
  };
}
