import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppendFault } from '../src/memory-journal.ts';

/** The name in the messages of an append. */
const appendMark = Buffer.from('journal_append');

/**
 * A test proxy between a client and PostgreSQL that loses appends or their responses, as a network does. `answer-lost` disconnects the client
 * when PostgreSQL responds. `delayed` disconnects it immediately but keeps the append and delivers it later, over a server connection that
 * stays open.
 */
export class FaultyConnection {
  /** The database's URL through this proxy. */
  readonly url: string;
  readonly #target: string;
  readonly #folder: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #fault: Exclude<AppendFault, 'refused'> | null = null;
  #delayed: (() => Promise<void>)[] = [];

  static async open(url: string): Promise<FaultyConnection> {
    const folder = await mkdtemp(join(tmpdir(), 'fft-faulty-'));
    const faulty = new FaultyConnection(url, folder);
    await new Promise<void>((resolve) => {
      faulty.#server.listen(join(folder, '.s.PGSQL.5432'), resolve);
    });
    return faulty;
  }

  private constructor(url: string, folder: string) {
    const through = new URL(url);
    this.#target = join(through.searchParams.get('host') ?? '', '.s.PGSQL.5432');
    this.#folder = folder;
    through.searchParams.set('host', folder);
    this.url = through.href;
    this.#server = createServer((client) => this.#join(client));
  }

  injectFault(fault: Exclude<AppendFault, 'refused'>): void {
    this.#fault = fault;
  }

  async landDelayed(): Promise<void> {
    const landing = this.#delayed;
    this.#delayed = [];
    for (const land of landing) await land();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
    await rm(this.#folder, { recursive: true, force: true });
  }

  #join(client: Socket): void {
    const server = connect(this.#target);
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
    }
    let met: AppendFault | null = null;
    client.on('data', (chunk: Buffer) => {
      if (chunk.includes(appendMark)) met = this.#takeFault();
      if (met !== 'delayed') {
        server.write(chunk);
        return;
      }
      this.#delayed.push(() => handOver(chunk, server));
      client.destroy();
    });
    server.on('data', (chunk: Buffer) => {
      if (met === 'answer-lost') client.destroy();
      else if (met === null) client.write(chunk);
    });
    client.on('close', () => {
      if (met !== 'delayed') server.end();
    });
    server.on('close', () => client.destroy());
  }

  #takeFault(): AppendFault | null {
    const fault = this.#fault;
    this.#fault = null;
    return fault;
  }
}

/** Resolves once PostgreSQL has responded. */
async function handOver(append: Buffer, server: Socket): Promise<void> {
  server.write(append);
  await once(server, 'data');
  server.end();
}
