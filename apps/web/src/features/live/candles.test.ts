import { candleStart, Code, type Candle } from '@fft/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pageStands, startConnection } from '../../api/connection/index.ts';
import { candleFeed } from './candles.ts';

// The app reads it as soon as its code is there.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));

const minuteMs = 60_000;
const aheadMs = 10 * minuteMs;
/** How far the server's time is behind this machine's. */
let behindMs = aheadMs;
let isTimeTold = false;
/** What was asked for before a time. */
const olderAsked: string[] = [];

const serverTime = (): number => Date.now() - behindMs;
const candleAt = (time: number): Candle => [candleStart('1m', time), '100', '100', '100', '100', '1.000', '100.00', 1];
const json = (code: number, data: unknown): Response =>
  Response.json({ code, message: '', data: code === Code.ok ? data : { from: 'number' } });

/** An exchange with the one candle of now, which refuses what begins after its now, and a device without a socket. */
function answer(input: string | URL | Request): Response {
  const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
  if (url.pathname.includes('/kline')) {
    const to = url.searchParams.get('to');
    if (to !== null) olderAsked.push(to);
    const from = Number(url.searchParams.get('from') ?? 0);
    return json(from > serverTime() ? Code.badRequest : Code.ok, [candleAt(serverTime())]);
  }
  return isTimeTold ? json(Code.ok, { time: serverTime() }) : json(Code.internal, null);
}

const listening = { addEventListener: () => undefined, removeEventListener: () => undefined };

beforeAll(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.stubGlobal('window', { ...listening, location: { origin: 'http://localhost' } });
  vi.stubGlobal('document', { ...listening, hidden: false, visibilityState: 'visible' });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  vi.stubGlobal('PerformanceObserver', function observer() {
    return { observe: () => undefined, disconnect: () => undefined };
  });
  vi.stubGlobal('WebSocket', function socket() {
    return { ...listening, readyState: 0, close: () => undefined };
  });
  vi.stubGlobal('fetch', (input: string | URL | Request) => Promise.resolve(answer(input)));
  pageStands();
  startConnection();
});

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a clock that is ahead makes up no candles, before and after the server’s time is known without a socket', async () => {
  const { store } = candleFeed('BTC/USDT', '1m');
  const newest = () => store.newest().candles.at(-1)?.[0];
  const leave = store.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(4000);
  expect([store.newest().status, newest()]).toEqual(['ready', candleStart('1m', serverTime())]);
  isTimeTold = true;
  await vi.advanceTimersByTimeAsync(3 * minuteMs);
  expect(newest()).toBe(candleStart('1m', serverTime()));
  expect(store.newest()).toMatchObject({ status: 'ready', candles: { length: 4 } });
  leave();
});

test('where the server refuses to carry on, the chart begins anew', async () => {
  // As if what is known here were of a later time than the server's: its time stays known as it was.
  isTimeTold = false;
  behindMs = 0;
  const feed = candleFeed('ETH/USDT', '1m');
  const leave = feed.store.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1000);
  expect(feed.store.newest().candles).toEqual([candleAt(serverTime())]);
  behindMs = aheadMs;
  feed.refresh();
  await vi.advanceTimersByTimeAsync(100);
  expect(feed.store.newest()).toMatchObject({ status: 'ready', candles: [candleAt(serverTime())] });
  leave();
});

test('who asks for older candles while they are under way waits for the same', async () => {
  behindMs = 0;
  const feed = candleFeed('SOL/USDT', '1m');
  const leave = feed.store.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all([feed.loadOlder(), feed.loadOlder()]);
  expect(olderAsked).toHaveLength(1);
  await feed.loadOlder();
  expect(olderAsked).toHaveLength(2);
  leave();
});
