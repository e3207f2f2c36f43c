import type { IncomingMessage } from 'node:http';
import { parse as parseForm } from 'fast-querystring';
import { errorCodes, type FastifyInstance } from 'fastify';
import { BufferedRequest, type TakeBody } from './fast-path/buffered-request.ts';

/**
 * Takes forms and JSON; anything else is 415. An empty body is an empty object, whatever its type says, so that a call without fields can be posted without
 * thinking about it.
 */
export function takeBodies(server: FastifyInstance, bytesMost: number): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
    takeBody(payload, bytesMost, (body) => {
      if (body === null) done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      else done(null, parseForm(body.toString()));
    });
  });
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, {});
    else void parseJson(request, body, done);
  });
}

function takeBody(request: IncomingMessage, bytesMost: number, take: TakeBody): void {
  if (Number(request.headers['content-length']) > bytesMost) return take(null);
  const isTaken = request instanceof BufferedRequest && request.takeWhole(bytesMost, take);
  if (!isTaken) readWhole(request, bytesMost, take);
}

/** What came before it was asked for, and was much. */
function readWhole(request: IncomingMessage, bytesMost: number, take: TakeBody): void {
  const parts: Buffer[] = [];
  let bytes = 0;
  request.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes <= bytesMost) parts.push(part);
  });
  request.on('end', () => take(bytes > bytesMost ? null : Buffer.concat(parts)));
}
