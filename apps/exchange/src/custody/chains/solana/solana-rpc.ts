import * as z from 'zod';

/** The node answered with an error. */
export class SolanaRpcError extends Error {
  override readonly name = 'SolanaRpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(`the node of Solana answered: ${message} (${code})`);
    this.code = code;
  }
}

const answerWithinMs = 30_000;
const answer = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.nullable(z.object({ code: z.number(), message: z.string() }))),
});

/** Asks a node by JSON-RPC. */
export class SolanaRpc {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(address: string) {
    const { origin, pathname, search, username, password } = new URL(address);
    this.#url = `${origin}${pathname}${search}`;
    const secret = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
    this.#headers = username === '' ? {} : { authorization: `Basic ${secret}` };
  }

  /** @throws SolanaRpcError, or another error if the node cannot be reached */
  async ask<T>(form: z.ZodType<T>, method: string, params: readonly unknown[] = []): Promise<T> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.#headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const { result, error } = answer.parse(await response.json());
    if (error) throw new SolanaRpcError(error.code, error.message);
    return form.parse(result);
  }
}
