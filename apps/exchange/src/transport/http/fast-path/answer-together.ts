import type { ServerResponse } from 'node:http';

export interface WholeAnswer {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: string;
}

let waiting: (WholeAnswer & { readonly response: ServerResponse })[] = [];

/**
 * Writes an answer once the present turn has made all of its answers: a batch of orders is answered in one turn. Written one by one, each answer
 * wakes its reader, which sleeps again before the next one; that costs a tenth of an order over HTTP.
 */
export function answerTogether(response: ServerResponse, { status, headers, body }: WholeAnswer): void {
  if (waiting.push({ response, status, headers, body }) === 1) queueMicrotask(writeAll);
}

function writeAll(): void {
  const answers = waiting;
  waiting = [];
  for (const { response, status, headers, body } of answers) {
    try {
      response.writeHead(status, headers).end(body);
    } catch (error) {
      // The others still get theirs.
      response.destroy(error instanceof Error ? error : undefined);
    }
  }
}
