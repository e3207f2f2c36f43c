import {
  createClient,
  createStream,
  NetworkError,
  RefusedError,
  type Client,
  type SigningKey,
  type Stream,
} from '@fft/client';
import { calls, Code, streamPath, type Call, type CallInput, type CallOutput } from '@fft/contract';
import type { DemoAccount } from '@fft/demo-market';

export interface AccountOptions {
  readonly url: string;
  readonly login: DemoAccount;
  /** Signs instead of a log-in. */
  readonly key?: SigningKey | undefined;
  readonly warn: (line: string) => void;
}

/** A customer by API key, or signed in. Signs in again when the session has expired. */
export class Account {
  readonly stream: Stream;
  readonly #client: Client;
  readonly #login: DemoAccount;
  readonly #hasKey: boolean;
  #token: string | null = null;
  #loggingIn: Promise<void> | null = null;

  private constructor({ url, login, key, warn }: AccountOptions) {
    this.#login = login;
    this.#hasKey = key !== undefined;
    const signing = key && { key };
    this.#client = createClient({ baseUrl: url, token: () => this.#token, timeoutMs: 10_000, ...signing });
    this.stream = createStream({
      url: url.replace(/^http/, 'ws') + streamPath,
      token: () => this.#token,
      ...signing,
      maxRetryMs: 3_000,
      onProblem: ({ code, message }) => {
        if (code === Code.sessionInvalid)
          void this.logIn().then(
            () => this.stream.restart(),
            () => undefined,
          );
        warn(`stream: ${message}`);
      },
    });
  }

  static async open(options: AccountOptions): Promise<Account> {
    const account = new Account(options);
    if (options.key === undefined) await account.logIn();
    account.stream.restart();
    return account;
  }

  /** Makes one call. @throws as the client does */
  async call<C extends Call>(call: C, input: CallInput<C>): Promise<CallOutput<C>> {
    try {
      return await this.#client.call(call, input);
    } catch (error) {
      if (!isRefused(error, Code.sessionInvalid)) throw error;
      await this.logIn();
      return this.#client.call(call, input);
    }
  }

  /** Signs in again; concurrent callers share one attempt. */
  logIn(): Promise<void> {
    this.#loggingIn ??= this.#client
      .call(calls.auth.login, { ...this.#login, keep: true })
      .then(({ token }) => {
        this.#token = token;
      })
      .finally(() => {
        this.#loggingIn = null;
      });
    return this.#loggingIn;
  }

  async close(): Promise<void> {
    this.stream.close();
    if (this.#hasKey) return;
    await this.#client.call(calls.auth.logout, {}).catch(() => undefined);
  }
}

export function isRefused(error: unknown, ...codes: readonly number[]): boolean {
  return error instanceof RefusedError && codes.includes(error.code);
}

/** True if the call's effect is unknown: no usable response, or the server doesn't know. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof NetworkError || isRefused(error, Code.unavailable, Code.internal);
}
