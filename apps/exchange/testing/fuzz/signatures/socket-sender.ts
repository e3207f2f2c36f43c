import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { FuzzAnswer } from '../send.ts';

/** A new socket after this many requests: each has a budget, and a refused request costs up to 6 of its 600 points. */
const requestsPerSocket = 100;

/** Sends requests of the WebSocket API as texts. */
export interface SocketSender {
  /** `ask` makes the message of an id. Rejects if no answer comes. */
  send(ask: (id: number) => string): Promise<FuzzAnswer>;
  close(): void;
}

interface Waiting {
  readonly resolve: (answer: FuzzAnswer) => void;
  readonly reject: (error: Error) => void;
}

interface Line {
  readonly socket: WebSocket;
  readonly waiting: Map<number, Waiting>;
  readonly opened: Promise<unknown>;
}

interface Answer {
  readonly id: number;
  readonly status: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

export function createSocketSender(url: string): SocketSender {
  let line = openLine(url);
  let sent = 0;
  return {
    send: async (ask) => {
      if (sent > 0 && sent % requestsPerSocket === 0) {
        retire(line);
        line = openLine(url);
      }
      const [{ socket, waiting, opened }, id] = [line, ++sent];
      const { promise, resolve, reject } = Promise.withResolvers<FuzzAnswer>();
      waiting.set(id, { resolve, reject });
      await opened;
      socket.send(ask(id));
      return promise;
    },
    close: () => line.socket.terminate(),
  };
}

function openLine(url: string): Line {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws-api/v3?returnRateLimits=false`);
  const line: Line = { socket, waiting: new Map(), opened: once(socket, 'open') };
  socket.on('message', (data: Buffer) => {
    const { id, status, result, error } = JSON.parse(data.toString()) as Answer;
    const found = line.waiting.get(id);
    line.waiting.delete(id);
    found?.resolve({ status, contentType: 'application/json', text: JSON.stringify(error ?? result) });
  });
  socket.on('close', (code) => {
    for (const { reject } of line.waiting.values()) reject(new Error(`the socket was closed with ${code}`));
  });
  return line;
}

/** Closes a socket once its requests are answered. */
function retire({ socket, waiting }: Line): void {
  const close = (): void => void (waiting.size === 0 && socket.close());
  socket.on('message', close);
  close();
}
