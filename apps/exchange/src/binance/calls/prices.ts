import { averageAt } from '../../ledger/listings/market-view.ts';
import { formatPrice, padded } from '../decimals.ts';
import type { StreamSources } from '../streams/stream-parts.ts';
import { averageMinutes, averageOf } from '../streams/ticker-figures.ts';
import type { Symbols } from '../symbols.ts';
import { publicCall, type BinanceCall } from './call.ts';
import { symbol } from './param-types.ts';
import { required } from './params.ts';
import { answerFor, countOf, symbolChoice } from './symbol-choice.ts';
import { bestPrices } from './ticker-wire.ts';

export interface PricesParts extends StreamSources {
  readonly symbols: Symbols;
}

/** The last price, the best prices, and the average of five minutes. */
export function priceCalls({ symbols, board, engine, now }: PricesParts): readonly BinanceCall[] {
  return [
    publicCall({
      rest: ['GET', '/api/v3/ticker/price'],
      ws: 'ticker.price',
      weight: (input) => (countOf(input) === 1 ? 2 : 4),
      params: symbolChoice,
      handle: (input) =>
        answerFor(symbols, input, ({ view, symbol: name }) => ({
          symbol: name,
          price: formatPrice(view, board.lastTrade(view.id)?.priceTicks ?? 0),
        })),
    }),
    publicCall({
      rest: ['GET', '/api/v3/ticker/bookTicker'],
      ws: 'ticker.book',
      weight: (input) => (countOf(input) === 1 ? 2 : 4),
      params: symbolChoice,
      handle: (input) =>
        answerFor(symbols, input, ({ view, symbol: name }) => ({ symbol: name, ...bestPrices(view, engine) })),
    }),
    publicCall({
      rest: ['GET', '/api/v3/avgPrice'],
      ws: 'avgPrice',
      weight: 2,
      params: { symbol: required(symbol) },
      handle: ({ symbol: name }, { at }) => {
        const { view } = symbols.find(name);
        const price = averageOf(board, view, now()) ?? padded(averageAt(view, 0));
        return { mins: averageMinutes, price, closeTime: at(board.lastTrade(view.id)?.time ?? 0) };
      },
    }),
  ];
}
