import { consoleCalls, forbiddenCode, type OperatorCall } from '@fft/console-contract';
import { Code, type Call, type CallInput, type CallOutput, type CallParameters } from '@fft/contract';
import { vi } from 'vitest';
import { session } from '../src/api/index.ts';
import { complete, type Part } from './answers.ts';

type Answer<C extends Call> = Part<CallOutput<C>>;
type Handler = (input: unknown) => unknown;

/** What the server says when it refuses a call. */
class Refusal extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data: unknown = null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

const knownCalls: readonly (Call & Partial<Pick<OperatorCall, 'right'>>)[] = Object.values(consoleCalls).flatMap(
  (area) => Object.values(area) as Call[],
);

/**
 * Answers in the server's place at the edge of the browser: what the console sends, and what it gets, pass the contract's schemas. It refuses as the server
 * does: calls without a session or the right, and input that the schema refuses. It does nothing; a test says what follows.
 */
export class FakeApi {
  readonly #handlers = new Map<string, Handler>();
  readonly #inputs = new Map<string, unknown[]>();
  #asOf: number | null = null;
  /** What no console should do: calls that a test doesn't expect, or without the right. */
  readonly faults: string[] = [];

  start(): void {
    this.#handlers.clear();
    this.#inputs.clear();
    this.faults.length = 0;
    this.#asOf = null;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => this.#respond(url, init));
  }

  /** Answers a call; a function sees the input. Of an answer, what isn't given is the smallest that the contract allows. */
  answers<C extends Call>(
    call: C,
    answer: Answer<C> | ((input: CallParameters<C>) => Answer<C> | Promise<Answer<C>>),
  ): void {
    const handler = typeof answer === 'function' ? (answer as unknown as Handler) : () => answer;
    this.#handlers.set(call.path, async (input) => complete(call.output, (await handler(input)) as never));
  }

  refuses(call: Call, code: number, message: string, data: unknown = null): void {
    this.#handlers.set(call.path, () => {
      throw new Refusal(code, message, data);
    });
  }

  /** Refuses the fields with a message each. */
  refusesFields(call: Call, fields: Readonly<Record<string, string>>): void {
    this.refuses(call, Code.badRequest, 'Check the marked fields', { fields });
  }

  /** Answers come from a standby from now on, and have the state of this time. */
  answersAsOf(timeMs: number): void {
    this.#asOf = timeMs;
  }

  /** No answer arrives. */
  loses(call: Call): void {
    this.#handlers.set(call.path, () => {
      // As after the client's time limit: reading isn't tried again by itself.
      throw new DOMException('', 'TimeoutError');
    });
  }

  /** Leaves the call unanswered until the returned function is called. */
  holds<C extends Call>(call: C, answer: Answer<C>): () => void {
    const { promise, resolve } = Promise.withResolvers<Answer<C>>();
    this.answers(call, () => promise);
    return () => resolve(answer);
  }

  /** The inputs of a call so far, as the server would read them. */
  inputsOf<C extends Call>(call: C): readonly CallInput<C>[] {
    return (this.#inputs.get(call.path) ?? []) as CallInput<C>[];
  }

  async #respond(url: string, init: RequestInit): Promise<Response> {
    try {
      const data = await this.#answerTo(url, init);
      const headers = this.#asOf === null ? {} : { 'as-of': new Date(this.#asOf).toISOString() };
      return envelope(Code.ok, 'ok', data, headers);
    } catch (error) {
      if (error instanceof Refusal) return envelope(error.code, error.message, error.data);
      throw error;
    }
  }

  async #answerTo(url: string, init: RequestInit): Promise<unknown> {
    const { pathname, searchParams } = new URL(url, 'http://console');
    const call = knownCalls.find(({ method, path }) => path === pathname && method === init.method);
    if (!call) throw this.#fault(`${init.method} ${pathname} isn’t in the contract`);
    this.#checkRight(call);
    const input = inputOf(call, init.method === 'GET' ? searchParams : init.body);
    this.#inputs.set(call.path, [...(this.#inputs.get(call.path) ?? []), input]);
    const handler = this.#handlers.get(call.path);
    if (handler) return handler(input);
    if (call.method === 'POST') throw this.#fault(`no answer is given to ${call.path}`);
    return complete(call.output);
  }

  #checkRight({ auth, path, right = null }: (typeof knownCalls)[number]): void {
    if (auth === 'none') return;
    const open = session.current();
    if (open === null) throw new Refusal(Code.sessionInvalid, 'Log in again');
    if (right === null || open.me.rights.includes(right)) return;
    this.#fault(`${path} is called without the right ${right}`);
    throw new Refusal(forbiddenCode, 'You may not do this');
  }

  #fault(said: string): Error {
    this.faults.push(said);
    return new Error(said);
  }
}

function envelope(code: number, message: string, data: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ code, message, data }), { status: code === Code.ok ? 200 : 400, headers });
}

/** Reads a form as the server does. */
function inputOf(call: Call, body: unknown): unknown {
  const form: Readonly<Record<string, unknown>> =
    body instanceof FormData || body instanceof URLSearchParams ? Object.fromEntries(body) : {};
  const { lang: _lang, ...values } = form;
  const { shape } = call.input._zod.def as unknown as { readonly shape?: object };
  const unknown = Object.keys(values).filter((name) => shape && !(name in shape));
  const fields: Record<string, string> = Object.fromEntries(unknown.map((name) => [name, 'unknown']));
  const read = call.input.safeParse(values);
  if (!read.success) for (const { path, message } of read.error.issues) fields[String(path[0])] ??= message;
  if (Object.keys(fields).length > 0) throw new Refusal(Code.badRequest, 'Check the marked fields', { fields });
  return read.data;
}
