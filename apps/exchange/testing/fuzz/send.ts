import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { FuzzRequest } from './requests.ts';

export interface FuzzAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

export type SentRequest = Pick<FuzzRequest, 'method' | 'path' | 'headers' | 'body'>;

/** Longer than the server may take for any request. */
const answerWithinMs = 30_000;

/** Sends requests unchanged, unlike `fetch`, over kept-alive connections. */
export interface FuzzSender {
  /** Rejects if no answer comes. */
  send(fuzzed: SentRequest): Promise<FuzzAnswer>;
  close(): void;
}

export function createSender(url: string, connections: number): FuzzSender {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function once({ method, path, headers, body }: SentRequest): Promise<FuzzAnswer> {
    return new Promise((resolve, reject) => {
      const sent = request({ agent, hostname, port, method, path, headers });
      sent.setTimeout(answerWithinMs, () => sent.destroy(new Error(`no answer within ${answerWithinMs} ms`)));
      sent.on('response', (response) => {
        const contentType = response.headers['content-type'] ?? '';
        buffer(response).then(
          (bytes) => resolve({ status: response.statusCode ?? 0, contentType, text: bytes.toString() }),
          reject,
        );
      });
      sent.on('error', reject);
      sent.end(body ?? undefined);
    });
  }

  return {
    send: async (fuzzed) => {
      try {
        return await once(fuzzed);
      } catch (error) {
        // The server may close a kept-alive connection just as it is reused; it does not close a new one.
        if (!isReset(error)) throw error;
        return once(fuzzed);
      }
    },
    close: () => agent.destroy(),
  };
}

function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
