import type { Fill } from '@fft/engine';
import { marketRulesOf } from '../../../apps/exchange/src/ledger/listings/market-rules.ts';
import { viewMarket } from '../../../apps/exchange/src/ledger/listings/market-view.ts';
import { assetSeeds, marketSeeds } from '../../../apps/exchange/src/ledger/listings/seeds.ts';
import { MarketBoard } from '../../../apps/exchange/src/markets/tickers/market-board.ts';
import { tickerWire } from '../../../apps/exchange/src/markets/tickers/wire.ts';

/** Prints the memory and time of one market, each with a day of trades, for growing numbers of markets. The bench runs it. */
const minuteMs = 60_000;
const minutesPerDay = 1_440;

const fillOf = (market: number, tradeNumber: number, time: number): Fill => ({
  market,
  tradeNumber,
  time,
  takerSide: 'buy',
  priceTicks: 970_000 + (tradeNumber % 100),
  quantityLots: 10,
  notional: 97_000,
  takerOrder: 1,
  takerOwner: 1000,
  takerFee: 0,
  makerOrder: 2,
  makerOwner: 1001,
  makerFee: 0,
});

const [seed] = marketSeeds;
if (!seed) throw new Error('no market is seeded');
const view = viewMarket(0, marketRulesOf(seed, assetSeeds), assetSeeds);

function measure(markets: number): string {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const board = new MarketBoard();
  let sequence = 0;
  const trade = (tradeNumber: number, time: number): void => {
    const fills = Array.from({ length: markets }, (_, market) => fillOf(market, tradeNumber, time));
    for (const fill of fills) {
      sequence += 1;
      board.add({
        sequence,
        outcomes: [],
        orders: [],
        fills: [fill],
        postings: [],
        firstPlaced: Infinity,
        levels: new Map(),
        marketStates: new Set(),
      });
    }
  };
  for (let minute = 0; minute < minutesPerDay; minute++) trade(minute, minute * minuteMs);
  globalThis.gc?.();
  const kilobytes = (process.memoryUsage().heapUsed - before) / 1024 / markets;

  const rounds = Math.max(100, 20_000 / markets);
  const now = minutesPerDay * minuteMs;
  let began = performance.now();
  for (let round = 0; round < rounds; round++) trade(minutesPerDay + round, now + round);
  const fillMicros = ((performance.now() - began) * 1000) / (rounds * markets);
  began = performance.now();
  for (let round = 0; round < rounds; round++) {
    for (let market = 0; market < markets; market++) {
      JSON.stringify(
        tickerWire(view, board.day(market, now + round), {
          value: null,
          turnoverUsdt: null,
          stateEndsAt: 0,
          time: now,
        }),
      );
    }
  }
  const tickerMicros = ((performance.now() - began) * 1000) / (rounds * markets);
  const figures = [
    kilobytes.toFixed(0).padStart(6),
    fillMicros.toFixed(1).padStart(8),
    tickerMicros.toFixed(1).padStart(8),
  ];
  return `  ${String(markets).padStart(5)} markets   ${figures[0]} KB a market  ${figures[1]} µs a trade  ${figures[2]} µs a ticker`;
}

const lines = ['Memory and time of a market with a day of trades', ...[10, 100, 1_000].map(measure)];
process.stdout.write(`${lines.join('\n')}\n`);
