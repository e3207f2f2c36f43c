import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Interception {
  /** Path of the intercepted answers. */
  readonly path: '/sign' | '/send-back';
  /** Drops an answer if it returns false. */
  readonly passes: () => Promise<boolean>;
}

/** Runs `during` with a proxy in front of the signer's socket, and always puts the signer back. */
export async function interceptSigner(
  socketPath: string,
  { path, passes }: Interception,
  during: () => Promise<unknown>,
): Promise<void> {
  const behind = `${socketPath}.behind`;
  await rename(socketPath, behind);
  async function forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method, url, headers } = asked;
    const forwarded = request({ socketPath: behind, agent: false, method, path: url, headers });
    // In one write: the signer closes once it has answered, and a later write, even an empty one, would fail before the answer is read.
    forwarded.end(await buffer(asked));
    const [signed] = (await once(forwarded, 'response')) as [IncomingMessage];
    const body = await buffer(signed);
    if (url !== path || (await passes())) answer.writeHead(signed.statusCode ?? 500, signed.headers).end(body);
    else answer.destroy();
  }
  const proxy = createServer((asked, answer) => {
    forward(asked, answer).catch(() => answer.destroy());
  });
  await once(proxy.listen(socketPath), 'listening');
  try {
    await during();
  } finally {
    proxy.close();
    proxy.closeAllConnections();
    await once(proxy, 'close');
    await rename(behind, socketPath);
  }
}
