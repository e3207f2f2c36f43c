import { type IncomingMessage, Server, type ServerResponse } from 'node:http';

/** Loaded before a server: it answers 500 where a path has an encoded zero byte. A fuzz must find that. */
const emit = Reflect.get(Server.prototype, 'emit');

Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]): boolean {
  if (event !== 'request') return emit.call(this, event, ...args);
  const [{ url = '' }, response] = args as [IncomingMessage, ServerResponse];
  if (!url.includes('%00')) return emit.call(this, event, ...args);
  response.writeHead(500, { 'content-type': 'application/json' });
  response.end('{"code":500,"message":"a planted bug","data":null}');
  return true;
};
