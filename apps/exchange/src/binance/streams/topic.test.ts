import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { waitFor } from '../../../testing/wait-for.ts';
import type { WebSocket } from 'ws';
import { Connection } from '../../transport/websocket/connection.ts';
import { formOf, Topic } from './topic.ts';

/** A socket whose client is played by the test. */
class FakeSocket extends EventEmitter {
  readyState = 1;
  bufferedAmount = 0;
  readonly closes: number[] = [];
  close(code: number): void {
    this.readyState = 2;
    this.closes.push(code);
  }
}

function reader() {
  const socket = new FakeSocket();
  const wire = new PassThrough();
  const written: Buffer[] = [];
  wire.on('data', (bytes: Buffer) => written.push(bytes));
  const connection = new Connection(socket as unknown as WebSocket, wire);
  const texts = () =>
    Buffer.concat(written)
      .toString()
      .match(/\{.*\}/g) ?? [];
  return { socket, connection, texts };
}

test('an event is made once per unit of time, however many readers it has, and not at all without', () => {
  const topic = new Topic('btcusdt@trade');
  const make = vi.fn<(at: (ms: number) => number) => object>((at) => ({ E: at(5) }));
  topic.publish(make);
  expect(make).not.toHaveBeenCalled();
  for (let count = 0; count < 10; count++) {
    topic.add(reader().connection, formOf(false, false));
    topic.add(reader().connection, formOf(true, false));
  }
  topic.publish(make);
  expect(make).toHaveBeenCalledTimes(1);
  topic.add(reader().connection, formOf(true, true));
  topic.publish(make);
  expect(make).toHaveBeenCalledTimes(3);
});

test('readers receive the form that they chose', async () => {
  const topic = new Topic('btcusdt@trade');
  const forms = [formOf(false, false), formOf(true, false), formOf(false, true), formOf(true, true)];
  const readers = forms.map((form) => {
    const own = reader();
    topic.add(own.connection, form);
    return own;
  });
  topic.publish((at) => ({ E: at(5) }));
  await waitFor(() =>
    expect(readers.map(({ texts }) => texts())).toEqual([
      ['{"E":5}'],
      ['{"stream":"btcusdt@trade","data":{"E":5}}'],
      ['{"E":5000}'],
      ['{"stream":"btcusdt@trade","data":{"E":5000}}'],
    ]),
  );
});

test('a reader that is too slow is closed instead of missing an event, and the others get theirs', async () => {
  const topic = new Topic('btcusdt@depth');
  const [slow, quick] = [reader(), reader()];
  for (const { connection } of [slow, quick]) topic.add(connection, formOf(false, false));
  slow.socket.bufferedAmount = 2 * 1024 * 1024;
  topic.publish(() => ({ u: 1 }));
  expect([slow.socket.closes, slow.connection.isOver]).toEqual([[1013], true]);
  await waitFor(() => expect(quick.texts()).toEqual(['{"u":1}']));
  expect(slow.texts()).toEqual([]);
});
