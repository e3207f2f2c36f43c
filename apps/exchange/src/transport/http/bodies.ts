import type { IncomingMessage } from 'node:http';
import { parse as parseForm } from 'fast-querystring';
import { errorCodes, type FastifyInstance } from 'fastify';
import { BufferedRequest, type TakeBody } from './fast-path/buffered-request.ts';

/**
 * Accepts forms and JSON; other types are refused with 415. An empty body of any type is an empty object, so that a call without fields
 * can be posted without a body.
 */
export function takeBodies(server: FastifyInstance, maxBytes: number): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
    takeBody(payload, maxBytes, (body) => {
      if (body === null) done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      else done(null, parseForm(keepBody(payload, body.toString())));
    });
  });
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, {});
    else void parseJson(request, keepBody(request.raw, body), done);
  });
}

/** Keeps every body as its text, for paths whose signatures cover it. */
export function takeTexts(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, payload, done) => {
    takeBody(payload, server.initialConfig.bodyLimit ?? 0, (body) => {
      if (body === null) done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      else done(null, keepBody(payload, body.toString()));
    });
  });
}

/** The text of a request's body, exactly as received; empty before it was parsed. */
export function rawBodyOf(request: IncomingMessage): string {
  return request instanceof BufferedRequest ? request.rawBody : '';
}

function keepBody(request: IncomingMessage, text: string): string {
  if (request instanceof BufferedRequest) request.rawBody = text;
  return text;
}

function takeBody(request: IncomingMessage, maxBytes: number, take: TakeBody): void {
  if (Number(request.headers['content-length']) > maxBytes) return take(null);
  const isTaken = request instanceof BufferedRequest && request.takeWhole(maxBytes, take);
  if (!isTaken) readWhole(request, maxBytes, take);
}

/** Reads a body that has become a stream. */
function readWhole(request: IncomingMessage, maxBytes: number, take: TakeBody): void {
  const parts: Buffer[] = [];
  let bytes = 0;
  request.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes <= maxBytes) parts.push(part);
  });
  request.on('end', () => take(bytes > maxBytes ? null : Buffer.concat(parts)));
}
