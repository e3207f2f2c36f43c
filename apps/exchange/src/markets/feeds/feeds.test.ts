import { createEngine, limitsOf, type Command } from '@fft/engine';
import { buildDeposit, buildOrder } from '@fft/testkit';
import { beforeEach, expect, test, vi } from 'vitest';
import { Directory } from '../../ledger/listings/directory.ts';
import { marketRulesOf } from '../../ledger/listings/market-rules.ts';
import { assetSeeds, marketSeeds } from '../../ledger/listings/seeds.ts';
import { MarketBoard } from '../tickers/market-board.ts';
import { Valuation } from '../../assets/prices/valuation.ts';
import { Recorder } from '../../ledger/replica/recorder.ts';
import { CustomerSockets } from '../../transport/websocket/customer-sockets.ts';
import { Channels } from '../../transport/websocket/channels.ts';
import type { Connection } from '../../transport/websocket/connection.ts';
import { CustomerFeed } from '../../orders/customer-feed.ts';
import { MarketFeed } from './market-feed.ts';

const recorder = new Recorder();
const engine = createEngine(recorder);
for (const { code, decimals } of assetSeeds) engine.apply({ type: 'openAsset', time: 0, asset: { code, decimals } });
for (const seed of marketSeeds) {
  engine.apply({ type: 'openMarket', time: 0, market: marketRulesOf(seed, engine.assets) });
}
for (const owner of [1000, 1001]) {
  engine.assets.forEach((_, asset) => engine.apply(buildDeposit({ owner, asset, amount: 10 ** 12 })));
}

const directory = new Directory(engine);
const now = () => 1;
let orders = 0;
let sequence = 0;
let noted: unknown[];
let channels: Channels;
let sockets: CustomerSockets;
let feeds: { markets: MarketFeed; customers: CustomerFeed };

beforeEach(() => {
  noted = [];
  channels = new Channels();
  sockets = new CustomerSockets();
  const incidents = { note: (_part: string, error: unknown) => noted.push(error) };
  const shared = { directory, valuation: new Valuation(directory, engine, {}), channels, incidents };
  const board = new MarketBoard();
  feeds = {
    markets: new MarketFeed({ ...shared, engine, board, now }),
    customers: new CustomerFeed({ ...shared, sockets }),
  };
});

/** A reader of channels, and the pushes it received. */
function readerOf(...names: string[]) {
  const frames: { channel: string; seq: number; data: { kind?: string } }[] = [];
  const closed: number[] = [];
  const parse = (text: string) => frames.push(JSON.parse(text) as (typeof frames)[number]);
  const connection = {
    channels: new Set<string>(),
    wholes: new Map<string, number>(),
    nextPrivateSequence: () => 1,
    send: parse,
    sendOrConflate: (_channel: string, frame: Buffer) => parse(frame.toString().slice(frame.indexOf('{'))) > 0,
    close: (code: number) => closed.push(code),
  } as unknown as Connection;
  for (const name of names) channels.add(name, connection);
  return { connection, frames, closed };
}

/** One order in each of two markets, by two customers. */
function placeBoth() {
  for (const [owner, market] of [
    [1000, 0],
    [1001, 1],
  ] as const) {
    recorder.beginCommand({ type: 'tick', time: 1 }, 1);
    engine.apply({
      type: 'place',
      time: 1,
      owner,
      clientOrderId: `o${++orders}`,
      market,
      side: 'sell',
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      selfTrade: 'cancelNewest',
      priceTicks: 500_000 + orders,
      quantityLots: 2_000,
      amount: 0,
    });
    recorder.endCommand();
  }
  return recorder.takeBatch(++sequence);
}

/** Makes reads of one market fail this many times. */
function failFor(market: number, times: number): void {
  const real = Directory.prototype.marketById;
  let left = times;
  vi.spyOn(directory, 'marketById').mockImplementation((id) => {
    const view = real.call(directory, id);
    if (id !== market || left-- <= 0) return view;
    return { ...view, pricePlaces: 99 };
  });
}

test('a market whose push fails delays no other, and its readers receive the whole book', () => {
  const reader = readerOf('depth:BTC/USDT', 'depth:ETH/USDT');
  feeds.markets.add(placeBoth());
  failFor(0, 1);
  feeds.markets.beat();
  expect(reader.frames).toMatchObject([{ channel: 'depth:ETH/USDT', data: { kind: 'diff' } }]);
  expect(noted).toHaveLength(1);
  feeds.markets.beat();
  expect(reader.frames[1]).toMatchObject({ channel: 'depth:BTC/USDT', seq: 1, data: { kind: 'snapshot' } });
  feeds.markets.add(placeBoth());
  feeds.markets.beat();
  expect(reader.frames.slice(2)).toMatchObject([
    { channel: 'depth:BTC/USDT', seq: 2, data: { kind: 'diff' } },
    { channel: 'depth:ETH/USDT', seq: 2, data: { kind: 'diff' } },
  ]);
  expect(noted).toHaveLength(1);
});

test('a halt is pushed with the next beat, with its reason and, if the market halted itself, its end', () => {
  const reader = readerOf('ticker:LTC/BTC');
  const market = directory.market('LTC/BTC')?.id ?? 0;
  const halt = { volatilityPpm: 10_000, haltMs: 60_000, auctionMs: 30_000 };
  const limits = { ...limitsOf(directory.marketById(market).rules), ...halt };
  const applyAll = (...commands: Command[]) => {
    for (const command of commands) {
      recorder.beginCommand(command, command.time);
      engine.apply(command);
      recorder.endCommand();
    }
    feeds.markets.add(recorder.takeBatch(++sequence));
    feeds.markets.beat();
    return reader.frames.at(-1)?.data;
  };
  const operatorHalt = { type: 'setMarketState', time: 1, market, state: 'halted' } as const;
  expect(applyAll(operatorHalt)).toMatchObject([{ state: 'halted', stateReason: 'operator' }]);
  expect(reader.frames).toHaveLength(1);
  const opened = applyAll({ ...operatorHalt, state: 'open' });
  expect(opened).toMatchObject([{ state: 'open' }]);
  expect(opened).not.toMatchObject([{ stateReason: expect.anything() as unknown }]);
  applyAll({ type: 'setMarketLimits', time: 1, market, limits });
  const tradeAt = (priceTicks: number) =>
    ([1000, 1001] as const).map((owner, index) =>
      buildOrder({ owner, market, side: index === 0 ? 'sell' : 'buy', priceTicks, quantityLots: 100, time: 1 }),
    );
  expect(applyAll(...tradeAt(1_000), ...tradeAt(1_100))).toMatchObject([
    { state: 'halted', stateReason: 'volatility', stateEndsAt: 60_001 },
  ]);
  expect(applyAll({ type: 'tick', time: 60_001 })).toMatchObject([
    { state: 'auction', stateReason: 'volatility', stateEndsAt: 90_001 },
  ]);
});

test('a customer whose push fails is disconnected to read again; the others receive theirs', () => {
  const [one, other] = [readerOf('orders'), readerOf('orders')];
  sockets.join(1000, one.connection);
  sockets.join(1001, other.connection);
  failFor(0, 9);
  feeds.customers.add(placeBoth());
  expect([one.closed, other.closed]).toEqual([[1011], []]);
  expect([one.frames.length, other.frames.length]).toEqual([0, 1]);
  expect(noted).toHaveLength(1);
});

test.each([
  ['depth:BTC/USDT', 1],
  ['trades:BTC/USDT', 0],
  ['kline:BTC/USDT:1m', 0],
  ['depth:LTC/USDT', 0],
])('for a reader of %s, new orders of BTC and ETH are news %i times', (channel, times) => {
  readerOf(channel);
  let news = 0;
  feeds.markets.onNews(() => (news += 1));
  feeds.markets.add(placeBoth());
  expect(news).toBe(times);
  feeds.markets.add(recorder.takeBatch(++sequence));
  expect(news).toBe(times);
});

/** The second customer takes what the first one sells. */
function trade() {
  recorder.beginCommand({ type: 'tick', time: 1 }, 1);
  const order = { market: 0, priceTicks: 500_000, quantityLots: 2_000 };
  for (const [owner, side] of [
    [1000, 'sell'],
    [1001, 'buy'],
  ] as const)
    engine.apply(buildOrder({ ...order, owner, clientOrderId: `o${++orders}`, side }));
  recorder.endCommand();
  const batch = recorder.takeBatch(++sequence);
  expect(batch.fills).toHaveLength(1);
  return batch;
}

test.each([
  ['depth:BTC/USDT', 1],
  ['trades:BTC/USDT', 1],
  ['kline:BTC/USDT:1h', 1],
  ['trades:LTC/USDT', 0],
])('for a reader of %s, a trade of BTC is news %i times', (channel, times) => {
  readerOf(channel);
  let news = 0;
  feeds.markets.onNews(() => (news += 1));
  feeds.markets.add(trade());
  expect(news).toBe(times);
});
