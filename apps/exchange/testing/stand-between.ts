import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Starts a proxy of the signer that drops an answer (to `/sign`, or another path) if `isHandedOn` returns false. */
export async function standBetween(socketPath: string, isHandedOn: () => Promise<boolean>, between = '/sign') {
  const behind = `${socketPath}.behind`;
  await rename(socketPath, behind);
  async function handOn(path: string | undefined, signed: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(signed);
    if (path !== between || (await isHandedOn())) answer.writeHead(signed.statusCode ?? 500, signed.headers).end(body);
    else answer.destroy();
  }
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const asking = request({ socketPath: behind, agent: false, method, path, headers }, (signed) => {
      void handOn(path, signed, answer);
    });
    asked.pipe(asking);
  });
  await once(server.listen(socketPath), 'listening');
  return {
    close: async () => {
      server.close();
      await once(server, 'close');
      await rename(behind, socketPath);
    },
  };
}
