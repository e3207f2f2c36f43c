import { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import { Code } from '@fft/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitFor } from '../../../testing/wait-for.ts';
import type { WebSocket } from 'ws';
import type { Customer } from '../http/context.ts';
import type { CallExecutor } from '../http/execute-call.ts';
import { Channels } from './channels.ts';
import { Hub, type HubOptions } from './hub.ts';
import { OrderEntry } from '../../orders/order-entry.ts';

/** A socket whose client is played by the test. */
class FakeSocket extends EventEmitter {
  readyState = 1;
  bufferedAmount = 0;
  close(): void {
    this.readyState = 2;
  }
  terminate(): void {
    this.readyState = 3;
  }
  say(message: unknown): void {
    this.emit('message', Buffer.from(JSON.stringify(message)), false);
  }
}

let hub: Hub;
let written: string[];
let failures: unknown[];
let socket: FakeSocket;
/** Everything sent to the socket, including frame heads. */
let answered: string;
let lookUp: () => Promise<Customer | null>;
let beats: number;
let tellNews: () => void;
/** Submits the order in progress. */
let submit: () => void;

const anna = { id: 1000, sessionId: 'session' };

beforeEach(async () => {
  written = [];
  failures = [];
  answered = '';
  beats = 0;
  submit = () => undefined;
  lookUp = () => Promise.resolve(anna);
  const markets = { beat: () => (beats += 1), onNews: (listener: () => void) => (tellNews = listener) };
  const feeds = {
    markets,
    customers: { join: () => undefined, leave: () => undefined },
  };
  hub = new Hub({
    ...(feeds as unknown as Pick<HubOptions, 'markets' | 'customers'>),
    sessions: { authenticate: () => lookUp() },
    channels: new Channels(),
    incidents: { note: (_part, error) => failures.push(error) },
    now: () => 1,
    limits: { perAddress: 0, perCustomer: 0, pointsPer10s: 0 },
    beatMs: 60_000,
    checkedEveryMs: 60_000,
  });
  const create: CallExecutor = {
    execute: ({ customer, turn }) =>
      new Promise((resolve) => {
        const done = (): void => {
          turn?.end();
          resolve({ code: Code.ok, body: '{}' });
        };
        if (customer() === null) return done();
        written.push('order');
        submit = done;
      }),
  };
  const cancelAll = () => Promise.resolve(written.push('cancel all'));
  hub.takeOrders(new OrderEntry({ calls: { create, cancel: create }, cancelAll, now: () => 1 }));
  const write = (frames: Buffer): boolean => ((answered += frames.toString()), true);
  const wire = { cork: () => undefined, uncork: () => undefined, write };
  socket = new FakeSocket();
  hub.accept(socket as unknown as WebSocket, wire as unknown as Writable, { ip: '', userAgent: '' });
  socket.say({ op: 'auth', token: 't' });
  socket.say({ op: 'create', params: {} });
  await vi.waitUntil(() => written.length === 1);
});
afterEach(() => hub.close());

test('orders queued when their socket closes are not placed behind cancel-on-disconnect', async () => {
  socket.say({ op: 'cancelOnDisconnect', on: true });
  for (let more = 0; more < 3; more += 1) socket.say({ op: 'create', params: {} });
  await waitFor(() => expect(written).toEqual(['order']));
  socket.emit('close');
  expect(written).toEqual(['order']);
  submit();
  await waitFor(() => expect(written).toEqual(['order', 'cancel all']));
});

test('a log-in during a database failure is answered as unavailable and leaves the socket anonymous', async () => {
  submit();
  lookUp = () => Promise.reject(new Error('the database is away'));
  socket.say({ op: 'auth', id: 1, token: 't' });
  await waitFor(() => expect(answered).toContain(`"id":1,"code":${Code.unavailable}`));
  socket.say({ op: 'cancelOnDisconnect', id: 2, on: true });
  await waitFor(() => expect(answered).toContain(`"id":2,"code":${Code.sessionInvalid}`));
  lookUp = () => Promise.resolve(null);
  socket.say({ op: 'auth', id: 3, token: 't' });
  await waitFor(() => expect(answered).toContain(`"id":3,"code":${Code.sessionInvalid}`));
});

test('without cancel-on-disconnect, orders sent before the close are placed', async () => {
  socket.say({ op: 'create', params: {} });
  socket.emit('close');
  submit();
  await waitFor(() => expect(written).toEqual(['order', 'order']));
});

test('a closing socket places no more orders that its client still sends', async () => {
  submit();
  hub.endSession(anna.sessionId);
  socket.say({ op: 'create', params: {} });
  socket.say({ op: 'auth', token: 't' });
  socket.say({ op: 'create', params: {} });
  await new Promise((resolve) => setImmediate(resolve));
  expect([written, socket.readyState]).toEqual([['order'], 2]);
});

test('the first news of a quiet market is pushed before the next beat', async () => {
  tellNews();
  expect(beats).toBe(0);
  await new Promise((resolve) => setImmediate(resolve));
  expect(beats).toBe(1);
});
