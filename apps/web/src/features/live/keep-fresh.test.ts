import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { appStream } from '../../api/connection/index.ts';
import { reportPageShown } from '../../lib/first-paint.ts';
import { keepFresh } from './keep-fresh.ts';
import { createLiveQuery } from './live-query.ts';

interface Request {
  readonly op: string;
  readonly id: number;
}

/** A socket whose server side the test controls. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static newest: FakeSocket;
  readyState = 0;
  requests: Request[] = [];
  constructor() {
    super();
    FakeSocket.newest = this;
  }
  close(): void {
    this.readyState = 3;
  }
  send(text: string): void {
    this.requests.push(JSON.parse(text) as Request);
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  answer(asked: string, code: number): void {
    const { op, id } = this.requests.findLast((request) => request.op === asked) ?? { op: asked, id: 0 };
    const data = JSON.stringify({ op, id, code, message: '', time: 1 });
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

// The app reads it when its modules are loaded.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => JSON.stringify({ token: 'good' }) }));

beforeAll(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { origin: 'http://localhost' } }));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  vi.stubGlobal('PerformanceObserver', function observer() {
    return { observe: () => undefined, disconnect: () => undefined };
  });
  vi.stubGlobal('WebSocket', FakeSocket);
  reportPageShown();
});

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('private data is read again once its channel is joined, and every few seconds until then', async () => {
  const load = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const pause = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const loads = (): number => load.mock.calls.splice(0).length;
  appStream().subscribe('orders', () => undefined);
  const fresh = keepFresh(load, { channel: 'orders' });
  const socket = FakeSocket.newest;
  socket.open();
  await pause(500);
  expect(loads()).toBe(1);
  // The stream's log-in is refused at first: it is open, but carries nothing of this customer.
  socket.answer('auth', 503);
  await pause(5000);
  expect(loads()).toBe(2);

  socket.answer('auth', 200);
  await pause(100);
  expect(loads()).toBe(0);
  socket.answer('subscribe', 200);
  await pause(100);
  expect(loads()).toBe(1);
  await pause(10_000);
  expect(loads()).toBe(0);

  appStream().restart();
  FakeSocket.newest.open();
  FakeSocket.newest.answer('auth', 200);
  await pause(100);
  expect(loads()).toBe(0);
  FakeSocket.newest.answer('subscribe', 200);
  await pause(100);
  expect(loads()).toBe(1);
  fresh.end();
});

test('public data is read again when the stream reopens, and while no socket opens', async () => {
  const load = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const fresh = keepFresh(load);
  await vi.advanceTimersByTimeAsync(5000);
  expect(load).toHaveBeenCalledTimes(1);
  appStream().restart();
  await vi.advanceTimersByTimeAsync(5100);
  expect(load).toHaveBeenCalledTimes(3);
  FakeSocket.newest.open();
  await vi.advanceTimersByTimeAsync(5000);
  expect(load).toHaveBeenCalledTimes(4);
  fresh.end();
});

test('a load that learns nothing keeps the value and its time', async () => {
  let learned: string | null = 'old';
  const query = createLiveQuery<string>({
    listen: () => () => undefined,
    load: () => Promise.resolve(() => learned),
  });
  const leave = query.store.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(100);
  const known = query.store.get();
  expect(known).toMatchObject({ status: 'ready', value: 'old' });
  learned = null;
  await vi.advanceTimersByTimeAsync(3_600_000);
  query.refresh();
  await vi.advanceTimersByTimeAsync(100);
  expect(query.store.get()).toBe(known);
  leave();
});
