import type { Server } from 'node:http';
import { Socket } from 'node:net';

interface Piece {
  readonly chunk: unknown;
  readonly encoding: BufferEncoding;
}

/**
 * Writes answers in one piece where they are one. Node puts an empty piece behind each, and for two pieces it sets memory aside that the collector has
 * to give back: a tenth of what an order over HTTP costs. Streams say by these two methods how they are written.
 */
export function writeAnswersWhole(server: Server): void {
  server.on('connection', (socket: Socket) => {
    socket._writev = writePieces;
  });
}

function writePieces(this: Socket, pieces: Piece[], done: (error?: Error | null) => void): void {
  const [first, second] = pieces;
  if (first !== undefined && second?.chunk === '' && pieces.length === 2)
    this._write(first.chunk, first.encoding, done);
  else Socket.prototype._writev?.call(this, pieces, done);
}
