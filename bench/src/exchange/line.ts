import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A keep-alive connection with one request at a time. */
export class Line {
  readonly #socket: Socket;
  #received = '';
  #answer: (body: string) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => this.#take(text));
  }

  static async open(url: string): Promise<Line> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new Line(socket);
  }

  ask(request: string, answer: (body: string) => void): void {
    this.#answer = answer;
    this.#socket.write(request, 'latin1');
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
