import type { Candle, Ticker } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import { symbolOf } from '../../src/binance/symbols.ts';
import { formatPrice, type MarketView } from '../../src/ledger/listings/market-view.ts';
import { MarketModel, type ModelCandle, type ModelFigures } from './market-model.ts';

const minuteMs = 60_000;

const none: ModelFigures = {
  open: 0,
  high: 0,
  low: 0,
  close: 0,
  lots: 0n,
  turnover: 0n,
  boughtLots: 0n,
  boughtTurnover: 0n,
  trades: 0,
  firstId: -1,
  lastId: -1,
};

/** A decimal as Binance's door writes it. The seeds' markets have no more than eight places. */
function inEight(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  return `${whole}.${fraction.padEnd(8, '0')}`;
}

/** What each door should show of one market, by the model of its trades. */
export class ExpectedFigures {
  readonly model = new MarketModel();
  readonly view: MarketView;
  readonly symbol: string;
  readonly now: () => number;

  constructor(view: MarketView, now: () => number) {
    this.view = view;
    this.symbol = symbolOf(view);
    this.now = now;
  }

  /** The last minutes, the running one included. */
  window(minutes: number): ModelFigures | null {
    return this.model.figures(Math.floor(this.now() / minuteMs) * minuteMs - (minutes - 1) * minuteMs);
  }

  /** Of the last five minutes, to the millisecond. */
  average(): string {
    const figures = this.model.figures(this.now() - 5 * minuteMs + 1);
    return this.weighted(figures ?? none);
  }

  /** Turnover over volume, with two places more than a price, rounded half-even. */
  weighted({ lots, turnover, close }: ModelFigures): string {
    const { view } = this;
    if (lots === 0n) return inEight(this.price(close));
    const places = view.pricePlaces + 2;
    const amount = turnover * 10n ** BigInt(view.quantityPlaces + places);
    const quantity = lots * BigInt(view.lotMantissa) * 10n ** BigInt(view.quote.decimals);
    const [whole, rest] = [amount / quantity, 2n * (amount % quantity)];
    const isUp = rest > quantity || (rest === quantity && whole % 2n === 1n);
    return inEight(formatDecimal(isUp ? whole + 1n : whole, places));
  }

  price(ticks: number): string {
    return formatPrice(this.view, ticks);
  }

  volume(lots: bigint): string {
    return formatDecimal(lots * BigInt(this.view.lotMantissa), this.view.quantityPlaces);
  }

  quote(units: bigint): string {
    return formatDecimal(units, this.view.quote.decimals);
  }

  readonly nativeCandle = ({ time, open, high, low, close, lots, turnover, trades }: ModelCandle): Candle => {
    const prices = [this.price(open), this.price(high), this.price(low), this.price(close)] as const;
    return [time, ...prices, this.volume(lots), this.quote(turnover), trades];
  };

  readonly row = (candle: ModelCandle): unknown[] => {
    const [time, open, high, low, close, volume, turnover, trades] = this.nativeCandle(candle);
    const traded = [open, high, low, close, volume].map(inEight);
    const bought = [inEight(this.volume(candle.boughtLots)), inEight(this.quote(candle.boughtTurnover))];
    return [time, ...traded, candle.end - 1, inEight(turnover), trades, ...bought, '0'];
  };

  kline(interval: string, candle: ModelCandle, isClosed: boolean): object {
    const [t, o, h, l, c, v, T, q, n, V, Q, B] = this.row(candle);
    const ids = { f: candle.firstId, L: candle.lastId };
    return { t, T, s: this.symbol, i: interval, ...ids, o, c, h, l, v, n, x: isClosed, q, V, Q, B };
  }

  nativeTicker(figures: ModelFigures | null): Partial<Ticker> {
    if (!figures) return { last: null, open: null, high: null, low: null, change: null };
    const { open, high, low, close, lots, turnover } = figures;
    return {
      last: this.price(close),
      open: this.price(open),
      high: this.price(high),
      low: this.price(low),
      change: formatDecimal((BigInt(close - open) * 1_000_000n) / BigInt(open), 6),
      volume: this.volume(lots),
      turnover: this.quote(turnover),
    };
  }

  ticker(figures: ModelFigures | null): object {
    const event = this.tickerEvent(figures ?? none);
    return {
      priceChange: event.p,
      priceChangePercent: event.P,
      weightedAvgPrice: event.w,
      openPrice: event.o,
      highPrice: event.h,
      lowPrice: event.l,
      lastPrice: event.c,
      volume: event.v,
      quoteVolume: event.q,
      firstId: event.F,
      lastId: event.L,
      count: event.n,
    };
  }

  tickerEvent(figures: ModelFigures) {
    const { open, high, low, close, lots, turnover, firstId, lastId, trades } = figures;
    return {
      p: inEight(this.price(close - open)),
      P: formatDecimal(open === 0 ? 0n : (BigInt(close - open) * 100_000n) / BigInt(open), 3),
      w: this.weighted(figures),
      o: inEight(this.price(open)),
      h: inEight(this.price(high)),
      l: inEight(this.price(low)),
      c: inEight(this.price(close)),
      v: inEight(this.volume(lots)),
      q: inEight(this.quote(turnover)),
      F: firstId,
      L: lastId,
      n: trades,
    };
  }
}
