import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection } from './connection.ts';

/** A socket controlled by the test. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  say(): void {
    this.dispatchEvent(new MessageEvent('message', { data: 'something' }));
  }
}

const pingMs = 12_000;
const hourMs = 3_600_000;
let sockets: FakeSocket[];
let states: string[];
let pings: number;
let answers: boolean;
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  states = [];
  pings = 0;
  answers = true;
  const make = Object.assign(
    function make() {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    { OPEN: FakeSocket.OPEN },
  );
  connection = new Connection(
    {
      url: '',
      WebSocket: make as unknown as typeof WebSocket,
      pingMs,
      openMs: 60_000,
      minRetryMs: 500,
      maxRetryMs: 15_000,
    },
    {
      opened: () => undefined,
      received: () => undefined,
      changed: (state) => states.push(state),
      pingDue: () => {
        pings += 1;
        if (answers) sockets.at(-1)?.say();
      },
    },
  );
  connection.open();
  sockets[0]?.open();
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

/** Simulates a sleeping machine: the clock advances, timers do not. */
const sleep = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

test('a socket that died during sleep is replaced soon after waking', () => {
  answers = false;
  sleep(hourMs);
  vi.advanceTimersByTime(pingMs);
  expect([pings, ...states]).toEqual([1, 'live']);
  vi.advanceTimersByTime(3000);
  expect(states).toEqual(['live', 'offline']);
});

test('a socket that answers after sleep, or with throttled timers, is kept', () => {
  for (let times = 0; times < 3; times += 1) {
    sleep(hourMs);
    vi.advanceTimersByTime(pingMs);
  }
  expect(pings).toBeGreaterThan(2);
  expect(states).toEqual(['live']);
});

test('check pings immediately and waits 3 s for the answer', () => {
  connection.check();
  expect(pings).toBe(1);
  vi.advanceTimersByTime(3000);
  expect(states).toEqual(['live']);
  answers = false;
  connection.check();
  vi.advanceTimersByTime(2999);
  expect(states).toEqual(['live']);
  vi.advanceTimersByTime(1);
  expect(states).toEqual(['live', 'offline']);
  const asked = pings;
  connection.check();
  expect(pings).toBe(asked);
});

test('a restart reports connecting and live; after close there is no new socket', () => {
  connection.restart();
  sockets[1]?.open();
  expect(states).toEqual(['live', 'connecting', 'live']);
  connection.close();
  connection.restart();
  expect(sockets).toHaveLength(2);
  expect(states.slice(3)).toEqual(['offline']);
});

test('a socket that neither opens nor fails is given up after the opening timeout, and another is tried', () => {
  connection.restart();
  expect([sockets.length, connection.state]).toEqual([2, 'connecting']);
  vi.advanceTimersByTime(59_999);
  expect(connection.state).toBe('connecting');
  vi.advanceTimersByTime(1);
  expect([sockets[1]?.readyState, connection.state]).toEqual([3, 'offline']);
  vi.advanceTimersByTime(500);
  expect(sockets).toHaveLength(3);
  sockets[2]?.open();
  vi.advanceTimersByTime(60_000);
  expect(connection.state).toBe('live');
});
