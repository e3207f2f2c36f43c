import { candleStart, Code, type Candle } from '@fft/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startConnection } from '../../api/connection/index.ts';
import { reportPageShown } from '../../lib/first-paint.ts';
import { candleFeed } from './candles.ts';

// The app reads it when its modules are loaded.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));

const minuteMs = 60_000;
const aheadMs = 10 * minuteMs;
/** The server's clock is this far behind the device's. */
let behindMs = aheadMs;
let hasTime = false;
/** Requests made so far. */
const olderAsked: string[] = [];

const serverTime = (): number => Date.now() - behindMs;
const candleAt = (time: number): Candle => [candleStart('1m', time), '100', '100', '100', '100', '1.000', '100.00', 1];
const json = (code: number, data: unknown): Response =>
  Response.json({ code, message: '', data: code === Code.ok ? data : { from: 'number' } });

/** An exchange with one current candle, which refuses requests that start in its future, and a device without a socket. */
function answer(input: string | URL | Request): Response {
  const url = new URL(input instanceof Request ? input.url : input, 'http://localhost');
  if (url.pathname.includes('/kline')) {
    const to = url.searchParams.get('to');
    if (to !== null) olderAsked.push(to);
    const from = Number(url.searchParams.get('from') ?? 0);
    return json(from > serverTime() ? Code.badRequest : Code.ok, [candleAt(serverTime())]);
  }
  return hasTime ? json(Code.ok, { time: serverTime() }) : json(Code.internal, null);
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
  reportPageShown();
  startConnection();
});

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a clock that is ahead creates no candles, before and after the server time is known without a socket', async () => {
  const { store } = candleFeed('BTC/USDT', '1m');
  const newest = () => store.latest().candles.at(-1)?.[0];
  const leave = store.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(4000);
  expect([store.latest().status, newest()]).toEqual(['ready', candleStart('1m', serverTime())]);
  hasTime = true;
  await vi.advanceTimersByTimeAsync(3 * minuteMs);
  expect(newest()).toBe(candleStart('1m', serverTime()));
  expect(store.latest()).toMatchObject({ status: 'ready', candles: { length: 4 } });
  leave();
});

test('if the server refuses to continue the series, the chart starts again', async () => {
  // As if the known candles were later than the server's time.
  hasTime = false;
  behindMs = 0;
  const feed = candleFeed('ETH/USDT', '1m');
  const leave = feed.store.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(1000);
  expect(feed.store.latest().candles).toEqual([candleAt(serverTime())]);
  behindMs = aheadMs;
  feed.refresh();
  await vi.advanceTimersByTimeAsync(100);
  expect(feed.store.latest()).toMatchObject({ status: 'ready', candles: [candleAt(serverTime())] });
  leave();
});

test('concurrent requests for older candles share one call', async () => {
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
