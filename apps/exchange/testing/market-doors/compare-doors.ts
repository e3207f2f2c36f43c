import { intervals } from '@fft/contract';
import { ExpectedFigures } from './expected-figures.ts';
import { openMarketDoors, type MadeTrade, type MarketDoors, type StreamReader } from './market-doors.ts';
import { modelStart, type MarketModel } from './market-model.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMinutes = 1_440;
const eastMs = 8 * hourMs;
const klines = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '8h', '12h', '1d', '3d', '1w', '1M'] as const;
const klineStreams = klines.flatMap((interval) => [`kline_${interval}`, `kline_${interval}@+08:00`]);
const tickerStreams = ['ticker', 'miniTicker', 'ticker_1h', 'ticker_4h', 'ticker_1d', 'avgPrice', '!ticker@arr'];
const windows = { '1m': 1, '59m': 59, '1h': 60, '23h': 1_380, '1d': dayMinutes, '2d': 2_880, '7d': 10_080 } as const;
/** Candles of each page. */
const limit = 12;

const offsets = { '0': 0, '8': eastMs, '-3:30': -3.5 * hourMs, '5:45': 5.75 * hourMs } as const;
export type Zone = keyof typeof offsets;
export const zones = Object.keys(offsets) as readonly Zone[];

type Made = Omit<MadeTrade, 'market'>;

export type Step =
  /** Trades after a while, in which the streams beat. */
  | ({ readonly kind: 'trade'; readonly gapMs: number } & Made)
  /** Trades in the next minute, before the streams' first beat in it. */
  | ({ readonly kind: 'next'; readonly lateMs: number } & Made)
  | { readonly kind: 'wait'; readonly gapMs: number }
  /** Time without a connected reader. */
  | { readonly kind: 'away'; readonly gapMs: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'look'; readonly zone: Zone };

/** One figure as a door shows it, and as it should be. */
export interface Shown {
  readonly door: string;
  readonly shown: unknown;
  readonly expected: unknown;
}

/** Every door to one market beside the model of its trades. */
export class DoorComparison {
  readonly #doors: MarketDoors;
  readonly #clock: { time: number };
  readonly #expected: ExpectedFigures;
  readonly #model: MarketModel;
  #reader: StreamReader;

  private constructor(doors: MarketDoors, clock: { time: number }, market: number) {
    this.#doors = doors;
    this.#clock = clock;
    this.#expected = new ExpectedFigures(doors.directory.marketById(market), () => clock.time);
    this.#model = this.#expected.model;
    this.#reader = this.#listen();
  }

  static async open(beginning: number, market: number): Promise<DoorComparison> {
    const clock = { time: beginning };
    return new DoorComparison(await openMarketDoors(clock), clock, market);
  }

  close(): Promise<void> {
    return this.#doors.close();
  }

  /** Takes a step; a look yields what every door shows. */
  async *play(step: Step): AsyncGenerator<Shown> {
    switch (step.kind) {
      case 'trade':
        await this.#doors.pass(step.gapMs);
        return this.#trade(step);
      case 'next':
        await this.#doors.beat();
        this.#clock.time = (Math.floor(this.#clock.time / minuteMs) + 1) * minuteMs + step.lateMs;
        return this.#trade(step);
      case 'wait':
        return this.#doors.pass(step.gapMs);
      case 'away':
        this.#reader.close();
        this.#clock.time += step.gapMs;
        this.#reader = this.#listen();
        return;
      case 'restart':
        return this.#doors.restart();
      case 'look':
        yield* this.#streams();
        yield* this.#candles(step.zone);
        yield* this.#tickers();
    }
  }

  #listen(): StreamReader {
    return this.#doors.listen(this.#expected.view.id, [...klineStreams, ...tickerStreams]);
  }

  #trade({ priceTicks, lots, side }: Made): void {
    const market = this.#expected.view.id;
    this.#model.fills.push(this.#doors.trade({ market, priceTicks, lots, side }));
  }

  async *#candles(zone: Zone): AsyncGenerator<Shown> {
    const expected = this.#expected;
    const { symbol, view } = expected;
    const newest = { now: this.#clock.time, limit };
    for (const interval of intervals) {
      yield {
        door: `native candles ${interval}`,
        shown: await this.#doors.nativeCandles(view.rules.symbol, interval, limit),
        expected: this.#model.candles(interval, 0, newest).map(expected.nativeCandle),
      };
    }
    for (const timeZone of new Set<Zone>(['0', zone])) {
      for (const interval of ['1s', ...klines]) {
        yield {
          door: `klines ${interval} ${timeZone}`,
          shown: await this.#doors.binance('klines', { symbol, interval, timeZone, limit: String(limit) }),
          expected: this.#model.candles(interval, offsets[timeZone], newest).map(expected.row),
        };
      }
    }
  }

  async *#tickers(): AsyncGenerator<Shown> {
    const expected = this.#expected;
    const { symbol, view } = expected;
    const day = expected.window(dayMinutes);
    const native = await this.#doors.nativeTicker(view.rules.symbol);
    yield { door: 'native ticker', shown: native, expected: expected.nativeTicker(day) };
    const ranked = Object.values(await this.#doors.rankings()).flat();
    const own = ranked.filter((ticker) => ticker.symbol === native.symbol);
    // It is in several rankings, at least in one once it traded.
    if (day) yield { door: 'rankings', shown: own, expected: [native, ...own.slice(1).map(() => native)] };
    yield {
      door: 'ticker/24hr',
      shown: await this.#doors.binance('ticker.24hr', { symbol }),
      expected: expected.ticker(day),
    };
    for (const [windowSize, minutes] of Object.entries(windows)) {
      yield {
        door: `ticker ${windowSize}`,
        shown: await this.#doors.binance('ticker', { symbol, windowSize }),
        expected: expected.ticker(expected.window(minutes)),
      };
    }
    yield {
      door: 'ticker/tradingDay',
      shown: await this.#doors.binance('ticker.tradingDay', { symbol }),
      expected: expected.ticker(this.#model.figures(modelStart('1d', this.#clock.time))),
    };
    yield {
      door: 'avgPrice',
      shown: await this.#doors.binance('avgPrice', { symbol }),
      expected: { mins: 5, price: expected.average() },
    };
  }

  async *#streams(): AsyncGenerator<Shown> {
    await this.#doors.beat();
    const expected = this.#expected;
    const { candles, tickers, events } = this.#reader;
    for (const [key, candle] of candles) {
      const [interval = '', start] = key.split(' ');
      const model = this.#model.candle(interval, Number(start));
      yield { door: `native stream ${key}`, shown: candle, expected: model && expected.nativeCandle(model) };
    }
    const day = expected.window(dayMinutes);
    if (day) yield { door: 'native stream ticker', shown: tickers.at(-1), expected: expected.nativeTicker(day) };
    yield* this.#klineStreams();
    yield* this.#tickerStreams();
    events.splice(0);
  }

  /** Each kline that ended, and the last state of the running one. */
  *#klineStreams(): Generator<Shown> {
    const running = new Map<string, Shown>();
    for (const { e, k } of this.#reader.events) {
      if (e !== 'kline') continue;
      const { t, T, i, x } = k as { t: number; T: number; i: string; x: boolean };
      const offset = modelStart(i, t) === t ? 0 : eastMs;
      const candle = this.#model.candle(i, t, offset);
      const door = `stream kline ${i} ${new Date(t).toISOString()}`;
      const compared = { door, shown: k, expected: candle && this.#expected.kline(i, candle, x) };
      if (x) yield compared;
      else if (T >= this.#clock.time) running.set(`${i} ${offset}`, compared);
    }
    yield* running.values();
  }

  *#tickerStreams(): Generator<Shown> {
    const expected = this.#expected;
    const { events, allMarkets } = this.#reader;
    const last = (kind: string) => events.findLast(({ e, E }) => e === kind && E === this.#clock.time) ?? null;
    const day = expected.window(dayMinutes);
    const shown = {
      '24hrTicker': day,
      '1dTicker': day,
      '4hTicker': expected.window(240),
      '1hTicker': expected.window(60),
    };
    for (const [kind, figures] of Object.entries(shown)) {
      yield { door: kind, shown: last(kind), expected: figures && expected.tickerEvent(figures) };
    }
    if (!day) return;
    const { o, h, l, c, v, q } = expected.tickerEvent(day);
    yield { door: '24hrMiniTicker', shown: last('24hrMiniTicker'), expected: { o, h, l, c, v, q } };
    yield { door: 'avgPrice stream', shown: last('avgPrice'), expected: { w: expected.average() } };
    // Sent when something changed: the reader has the last one.
    const ofAll = allMarkets.findLast(({ s }) => s === expected.symbol);
    yield { door: '!ticker@arr', shown: ofAll, expected: expected.tickerEvent(day) };
  }
}
