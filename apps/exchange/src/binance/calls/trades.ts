import type { Fill } from '@fft/engine';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import type { AggregateReader, TradeReader } from '../../markets/index.ts';
import type { Clock } from '../clock.ts';
import { formatPrice, formatQuantity, formatQuote } from '../decimals.ts';
import { invalidCombination } from '../errors.ts';
import { aggregateFields } from '../streams/aggregate.ts';
import type { Symbols } from '../symbols.ts';
import { publicCall, type BinanceCall, type Caller } from './call.ts';
import { integer, limitTo, symbol, time } from './param-types.ts';
import { optional, required, withDefault } from './params.ts';

const limit = withDefault(limitTo(1_000), 500);

export interface TradesParts {
  readonly symbols: Symbols;
  readonly trades: TradeReader;
  readonly aggregates: AggregateReader;
}

/** Public trades, oldest first. */
export function tradeCalls({ symbols, trades, aggregates }: TradesParts): readonly BinanceCall[] {
  const recent = {
    weight: 25,
    isHeavy: true,
    params: { symbol: required(symbol), limit },
    handle: async (
      { symbol: name, limit: most }: { readonly symbol: string; readonly limit: number },
      { at }: Caller,
    ) => {
      const { view } = symbols.find(name);
      return (await trades.latest(view.id, most)).map((fill) => tradeWire(view, fill, at));
    },
  };
  return [
    publicCall({ ...recent, rest: ['GET', '/api/v3/trades'], ws: 'trades.recent' }),
    // Some clients still ask for it by its old path.
    publicCall({ ...recent, rest: ['GET', '/api/v1/trades'], ws: null }),
    publicCall({
      rest: ['GET', '/api/v3/historicalTrades'],
      ws: 'trades.historical',
      weight: 25,
      isHeavy: true,
      params: { symbol: required(symbol), limit, fromId: optional(integer()) },
      handle: async ({ symbol: name, limit: most, fromId }, { at }) => {
        const { view } = symbols.find(name);
        const found = fromId === undefined ? trades.latest(view.id, most) : trades.from(view.id, fromId, most);
        return (await found).map((fill) => tradeWire(view, fill, at));
      },
    }),
    aggregateTrades({ symbols, trades, aggregates }),
  ];
}

function aggregateTrades({ symbols, trades, aggregates }: TradesParts): BinanceCall {
  return publicCall({
    rest: ['GET', '/api/v3/aggTrades'],
    ws: 'trades.aggregate',
    // By the trades that it may read: they are joined by the database.
    weight: ({ limit: most }) => 4 + Math.floor(most / 50),
    isHeavy: true,
    params: {
      symbol: required(symbol),
      fromId: optional(integer()),
      startTime: optional(time),
      endTime: optional(time),
      limit,
    },
    handle: async ({ symbol: name, fromId, startTime, endTime, limit: most }, { at }) => {
      const { view } = symbols.find(name);
      if (fromId !== undefined && (startTime ?? endTime) !== undefined) throw invalidCombination();
      const end = await trades.numberAt(view.id, endTime === undefined ? Infinity : endTime + 1);
      const from = startTime === undefined ? fromId : await trades.numberAt(view.id, startTime);
      const found =
        from === undefined
          ? await aggregates.before(view.id, end, most)
          : await aggregates.from(view.id, from, { end, limit: most });
      return found.map((aggregate) => aggregateFields(view, aggregate, at));
    },
  });
}

function tradeWire(view: MarketView, fill: Fill, at: Clock) {
  return {
    id: fill.tradeNumber,
    price: formatPrice(view, fill.priceTicks),
    qty: formatQuantity(view, fill.quantityLots),
    quoteQty: formatQuote(view, fill.notional),
    time: at(fill.time),
    isBuyerMaker: fill.takerSide === 'sell',
    isBestMatch: true,
  };
}
