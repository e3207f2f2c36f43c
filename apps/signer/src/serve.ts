import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { isHex } from 'viem';
import * as z from 'zod';
import { SigningRefused } from './policy.ts';
import type { Signer } from './signer.ts';

const request = z.object({
  key: z.object({
    branch: z.union([z.literal(0), z.literal(1)]),
    index: z
      .int()
      .min(0)
      .max(2 ** 31 - 1),
  }),
  transaction: z
    .string()
    .max(10_000)
    .refine((value) => isHex(value)),
  purpose: z.enum(['withdrawal', 'sweep', 'gas']),
  reference: z.int().min(1),
});

/**
 * Answers `GET /xpub` and `POST /sign` at a Unix socket, which the file system guards: nobody reaches it over a network.
 * `/sign` answers `{ raw, txid }`, or 403 with `{ refused }`.
 */
export async function serve(signer: Signer, socket: string): Promise<{ close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    void answer(signer, incoming).then(({ status, body }) => {
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(socket, resolve);
  });
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(signer: Signer, incoming: IncomingMessage): Promise<{ status: number; body: unknown }> {
  if (incoming.method === 'GET' && incoming.url === '/xpub') return { status: 200, body: { xpub: signer.xpub } };
  if (incoming.method !== 'POST' || incoming.url !== '/sign') return { status: 404, body: { refused: 'no such call' } };
  try {
    const { transaction, ...rest } = request.parse(JSON.parse(await text(incoming)));
    if (!isHex(transaction)) throw new SigningRefused('not hexadecimal');
    return { status: 200, body: await signer.sign({ ...rest, transaction }) };
  } catch (error) {
    if (error instanceof SigningRefused) return { status: 403, body: { refused: error.message } };
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return { status: 400, body: { refused: 'malformed' } };
    return { status: 500, body: { refused: error instanceof Error ? error.message : String(error) } };
  }
}
