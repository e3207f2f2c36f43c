import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Load, LoadResult } from './load.ts';
import { orderRequest, turnOf } from './orders.ts';

const stepMs = 2;

/**
 * Sends orders evenly, so many a second, over keep-alive connections, and tells how long each took from the moment that it was due: where the server falls
 * behind, waiting for a free connection counts. (autocannon keeps to a rate by sending each second's share at once.)
 */
export async function sendSteadily(load: Load & { readonly rate: number }): Promise<LoadResult> {
  const { url, traders, connections, seconds, rate, run } = load;
  const { hostname, port } = new URL(url);
  const lines = await Promise.all(Array.from({ length: connections }, () => Line.open(hostname, Number(port))));
  const free = [...lines];
  const waitsMs: number[] = [];
  let accepted = 0;
  let sent = 0;
  const begun = performance.now();
  const total = rate * seconds;
  await new Promise<void>((resolve) => {
    const sendDue = (): void => {
      const due = Math.min(total, ((performance.now() - begun) / 1000) * rate);
      for (let line = free.pop(); line; line = free.pop()) {
        if (sent >= due) {
          free.push(line);
          break;
        }
        const dueAt = begun + (sent / rate) * 1000;
        sent += 1;
        const own = line;
        own.ask(orderRequest(turnOf(traders, sent), `${run}-${sent}`), (body) => {
          waitsMs.push(performance.now() - dueAt);
          if (body.startsWith('{"code":200')) accepted += 1;
          free.push(own);
          if (waitsMs.length === total) {
            clearInterval(timer);
            resolve();
          }
        });
      }
    };
    const timer = setInterval(sendDue, stepMs);
  });
  for (const line of lines) line.close();
  waitsMs.sort((one, other) => one - other);
  const waitOf = (part: number): number => Math.round(waitsMs[Math.floor(waitsMs.length * part)] ?? 0);
  const perSecond = Math.round(accepted / ((performance.now() - begun) / 1000));
  return { perSecond, p50Ms: waitOf(0.5), p99Ms: waitOf(0.99), accepted, refused: total - accepted };
}

/** One keep-alive connection, one request at a time. */
class Line {
  readonly #socket: Socket;
  #received = '';
  #answer: (body: string) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#take(text));
  }

  static async open(host: string, port: number): Promise<Line> {
    const socket = connect(port, host);
    await once(socket, 'connect');
    return new Line(socket);
  }

  ask({ headers, body }: ReturnType<typeof orderRequest>, answer: (body: string) => void): void {
    this.#answer = answer;
    const named = Object.entries({ ...headers, host: 'localhost', 'content-length': String(body.length) });
    const head = named.map(([name, value]) => `${name}: ${value}`).join('\r\n');
    this.#socket.write(`POST /api/trade/create.html HTTP/1.1\r\n${head}\r\n\r\n${body}`);
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(text: string): void {
    this.#received += text;
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(this.#received)?.[1]);
    const body = this.#received.slice(end + 4);
    if (body.length < length) return;
    this.#received = '';
    this.#answer(body);
  }
}
