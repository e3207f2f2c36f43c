import { calls, intervals, type Candle, type Ticker } from '@fft/contract';
import { createEngine, type Fill } from '@fft/engine';
import { clockOf } from '../../src/binance/clock.ts';
import { marketDataCalls } from '../../src/binance/calls/market-data.ts';
import { MarketStreams } from '../../src/binance/streams/market-streams.ts';
import { createReadHours } from '../../src/binance/streams/read-hours.ts';
import { StreamSocket } from '../../src/binance/streams/stream-socket.ts';
import { createSymbols, namedMarkets, symbolOf } from '../../src/binance/symbols.ts';
import { Valuation } from '../../src/assets/prices/valuation.ts';
import { Directory } from '../../src/ledger/listings/directory.ts';
import { marketRulesOf } from '../../src/ledger/listings/market-rules.ts';
import { assetSeeds, marketSeeds } from '../../src/ledger/listings/seeds.ts';
import { Projector } from '../../src/ledger/projection/projector.ts';
import { Recorder } from '../../src/ledger/replica/recorder.ts';
import type { BatchEvents, RecordedPosting } from '../../src/ledger/replica/batch-events.ts';
import { CandleReader } from '../../src/markets/candles/candle-reader.ts';
import { serveCandles } from '../../src/markets/candles/serve-candles.ts';
import { createSpanReader } from '../../src/markets/candles/span-reader.ts';
import { MarketFeed } from '../../src/markets/feeds/market-feed.ts';
import { serveHome } from '../../src/markets/home/home.ts';
import { MarketBoard } from '../../src/markets/tickers/market-board.ts';
import { restoreBoard } from '../../src/markets/tickers/restore-board.ts';
import { createAggregateReader } from '../../src/markets/trades/aggregate-reader.ts';
import { createSecondReader } from '../../src/markets/trades/second-reader.ts';
import { TradeReader } from '../../src/markets/trades/trade-reader.ts';
import { Channels } from '../../src/transport/websocket/channels.ts';
import type { Connection } from '../../src/transport/websocket/connection.ts';
import { createTestApi } from '../test-api.ts';
import { createTestDatabase } from '../test-database.ts';

const minuteMs = 60_000;
/** Beats in which every stream has had its turn: the slowest has one in two seconds. */
const beatsOfAll = 20;

/** A posting of any value; each fill has four. */
const posting: RecordedPosting = {
  owner: 1000,
  kind: 'coin',
  asset: 0,
  availableDelta: 0,
  frozenDelta: 0,
  available: 0,
  frozen: 0,
  reason: 'trade',
  orderId: 1,
  time: 0,
  reference: '',
};

export interface MadeTrade {
  readonly market: number;
  readonly priceTicks: number;
  readonly lots: number;
  readonly side: 'buy' | 'sell';
}

type Json = Readonly<Record<string, unknown>>;

/** A reader of both kinds of streams, with what it received. */
export interface StreamReader {
  /** Binance's events of one market. */
  readonly events: Json[];
  /** The events within those of all markets. */
  readonly allMarkets: Json[];
  /** Native candles by `interval time`: the last state of each. */
  readonly candles: Map<string, Candle>;
  readonly tickers: Ticker[];
  close(): void;
}

/**
 * Every public door to the figures of markets, over real tables and one board: native calls and streams, Binance's calls and streams. Trades are made, not matched, so
 * that they may have any price; time is the clock's.
 */
export async function openMarketDoors(clock: { time: number }) {
  const now = (): number => clock.time;
  const database = await createTestDatabase();
  const { db, pool } = database;
  const onError = (error: unknown): never => {
    throw error;
  };
  const engine = createEngine(new Recorder());
  for (const { code, decimals } of assetSeeds) engine.apply({ type: 'openAsset', time: 0, asset: { code, decimals } });
  for (const seed of marketSeeds) {
    engine.apply({ type: 'openMarket', time: 0, market: marketRulesOf(seed, engine.assets) });
  }
  const directory = new Directory(engine);
  const projector = new Projector({ pool, onError });
  await projector.open();
  const board = new MarketBoard();
  const host = { engine, sequence: 0 };
  const sequence = (): number => host.sequence;
  const incidents = { note: (_part: string, error: unknown) => onError(error) };
  const valuation = new Valuation(directory, engine, {});
  const channels = new Channels();
  const feed = new MarketFeed({ engine, directory, board, valuation, channels, incidents, now });
  const reading = new Set<Promise<unknown>>();
  const readHours = createReadHours({ db, projector, sequence });
  const streams = new MarketStreams({
    engine,
    board,
    sequence,
    now,
    markets: () => namedMarkets(directory),
    viewOf: (market) => directory.marketById(market),
    readHours: (...range) => {
      const hours = readHours(...range).finally(() => reading.delete(hours));
      reading.add(hours);
      return hours;
    },
    incidents,
  });
  const trades = new TradeReader({ db, board, host, projector });
  const readers = {
    board,
    trades,
    candles: new CandleReader({ db, board, projector, now }),
    spans: createSpanReader({ db, board, projector }),
    seconds: createSecondReader(db, trades),
    aggregates: createAggregateReader({ db, projector, host }),
  };
  const binance = marketDataCalls({ ...readers, symbols: createSymbols(directory), host, now } as never);
  const native = await createTestApi();
  const area = { api: native.api, directory, host, board, feed, candles: readers.candles, now };
  serveCandles(area as never);
  serveHome({ ...area, db, valuation, latestNotices: async () => [] });
  await native.listen();

  const beat = async (): Promise<void> => {
    let hasRead = false;
    for (let count = 0; count < beatsOfAll; count += 1) {
      streams.beat();
      feed.beat();
      if (reading.size === 0) continue;
      hasRead = true;
      await Promise.all(reading);
    }
    // What waited for tables is shown in the next turn.
    if (hasRead) await beat();
  };
  const ask = async (path: string, fields: Record<string, string> = {}): Promise<unknown> => {
    const { body, text } = await native.get(path, { fields });
    if (body.code !== 200) throw new Error(text);
    return body.data;
  };
  const numbers: number[] = [];

  return {
    directory,
    /** Moves the clock from minute to minute, and lets the streams beat in each, as they do in time. */
    pass: async (ms: number): Promise<void> => {
      const until = clock.time + ms;
      while (clock.time < until) {
        clock.time = Math.min(until, (Math.floor(clock.time / minuteMs) + 1) * minuteMs);
        engine.apply({ type: 'tick', time: clock.time });
        await beat();
      }
    },
    beat,
    trade: ({ market, priceTicks, lots, side }: MadeTrade): Fill => {
      const tradeNumber = (numbers[market] ?? 0) + 1;
      numbers[market] = tradeNumber;
      host.sequence += 1;
      engine.apply({ type: 'tick', time: clock.time });
      const fill: Fill = {
        market,
        tradeNumber,
        time: clock.time,
        takerSide: side,
        priceTicks,
        quantityLots: lots,
        notional: priceTicks * lots * directory.marketById(market).rules.unitsPerTickLot,
        takerOrder: 1,
        takerOwner: 1000,
        takerFee: 0,
        makerOrder: 2,
        makerOwner: 1001,
        makerFee: 0,
      };
      const batch: BatchEvents = {
        sequence: host.sequence,
        outcomes: [],
        orders: [],
        fills: [fill],
        postings: [posting, posting, posting, posting],
        firstPlaced: Infinity,
        levels: new Map(),
        marketStates: new Set(),
      };
      projector.add(batch);
      board.add(batch);
      feed.add(batch);
      streams.add(batch);
      return fill;
    },
    /** Reads the board from the tables, as a process that starts. */
    restart: async (): Promise<void> => {
      await projector.reached(host.sequence);
      const fresh = new MarketBoard();
      await restoreBoard(db, fresh, clock.time);
      board.replaceWith(fresh);
    },
    nativeCandles: (symbol: string, interval: string, limit: number) =>
      ask(calls.candles.list.path, { symbol, interval, limit: String(limit) }) as Promise<Candle[]>,
    nativeTicker: async (symbol: string) =>
      ((await ask(calls.candles.chartData.path, { symbol })) as { ticker: Ticker }).ticker,
    rankings: () => ask(calls.home.rankings.path) as Promise<Readonly<Record<string, Ticker[]>>>,
    /** Asks a call of Binance's by its name in the WebSocket API. */
    binance: async (name: string, input: Readonly<Record<string, string>>): Promise<unknown> => {
      const call = binance.find(({ ws }) => ws === name);
      if (!call) throw new Error(`there is no call ${name}`);
      const caller = {
        customer: null,
        ip: '',
        userAgent: '',
        recvWindowMs: 5_000,
        at: clockOf(false),
        pay: () => undefined,
      };
      return call.prepare(input, new Set()).handle(caller);
    },
    /** Opens a reader of all native streams of a market, and of these of Binance's. */
    listen: (market: number, names: readonly string[]): StreamReader => {
      const view = directory.marketById(market);
      const events: Json[] = [];
      const allMarkets: Json[] = [];
      const candles = new Map<string, Candle>();
      const tickers: Ticker[] = [];
      const take = (frame: Buffer): number => {
        const { channel, data } = jsonOf(frame) as { channel: string; data: unknown };
        const [kind, , interval] = channel.split(':');
        if (kind === 'ticker') tickers.push(...(data as Ticker[]));
        else for (const candle of data as Candle[]) candles.set(`${interval} ${candle[0]}`, candle);
        return frame.length;
      };
      const connection = {
        channels: new Set<string>(),
        wholes: new Map<string, number>(),
        send: (frame: Buffer) => {
          const event = jsonOf(frame) as Json | Json[];
          if (Array.isArray(event)) allMarkets.push(...event);
          else events.push(event);
        },
        sendOrConflate: (_channel: string, frame: Buffer) => take(frame),
        close: () => onError(new Error('the reader was closed')),
      } as unknown as Connection;
      const socket = new StreamSocket(connection, { isCombined: false, isMicroseconds: false });
      const symbol = symbolOf(view).toLowerCase();
      for (const name of names) streams.subscribe(socket, name.startsWith('!') ? name : `${symbol}@${name}`);
      const { symbol: pair } = view.rules;
      const wanted = [`ticker:${pair}`, ...intervals.map((interval) => `kline:${pair}:${interval}`)];
      for (const channel of wanted) {
        feed.sendWhole(connection, channel);
        channels.add(channel, connection);
      }
      return {
        events,
        allMarkets,
        candles,
        tickers,
        close: () => {
          for (const name of socket.streams.keys()) streams.unsubscribe(socket, name);
          channels.removeAll(connection);
        },
      };
    },
    close: async (): Promise<void> => {
      await native.close();
      await projector.close();
      await database.close();
    },
  };
}

export type MarketDoors = Awaited<ReturnType<typeof openMarketDoors>>;

/** What a server's frame has, behind its head. */
function jsonOf(frame: Buffer): unknown {
  const length = (frame[1] ?? 0) & 0x7f;
  return JSON.parse(frame.toString('utf8', length < 126 ? 2 : length === 126 ? 4 : 10));
}
