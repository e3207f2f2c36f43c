import { Code, streamCalls, type CallInput, type CallOutput, type StreamCallName } from '@fft/contract';
import { NetworkError, RefusedError } from './errors.ts';

/** The server's answer to a request by socket. */
export interface StreamAnswer {
  readonly op: string;
  readonly id?: number | undefined;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  readonly time: number;
}

interface Pending {
  readonly name: StreamCallName;
  readonly resolve: (output: never) => void;
  readonly reject: (error: Error) => void;
}

type Request = Readonly<Record<string, unknown>>;

/** Calls made over a stream's socket that aren't answered yet. */
export class StreamCalls {
  readonly #send: (request: Request) => number;
  readonly #pending = new Map<number, Pending>();
  #waiting: { readonly request: Request; readonly pending: Pending }[] = [];
  #isOpen = false;
  #isClosed = false;

  /** `send` answers the number that the answer will carry. */
  constructor(send: (request: Request) => number) {
    this.#send = send;
  }

  call<Name extends StreamCallName>(
    name: Name,
    params: CallInput<(typeof streamCalls)[Name]>,
  ): Promise<CallOutput<(typeof streamCalls)[Name]>> {
    if (this.#isClosed) return Promise.reject(new NetworkError('unreachable', 'the stream is closed'));
    return new Promise((resolve, reject) => {
      const pending = { name, resolve, reject };
      const request = { op: name, params };
      if (this.#isOpen) this.#pending.set(this.#send(request), pending);
      else this.#waiting.push({ request, pending });
    });
  }

  /** The socket is there, and the server knows whose it is: what waited is sent. */
  open(): void {
    this.#isOpen = true;
    for (const { request, pending } of this.#waiting.splice(0)) this.#pending.set(this.#send(request), pending);
  }

  /** The socket is gone: no answer comes any more. */
  lose(): void {
    this.#isOpen = false;
    const unsent = this.#waiting.splice(0).map(({ pending }) => pending);
    const lost = [...this.#pending.values(), ...unsent];
    this.#pending.clear();
    for (const { reject } of lost) reject(new NetworkError('unreachable', 'the socket was lost before an answer came'));
  }

  /** No socket comes any more. */
  close(): void {
    this.#isClosed = true;
    this.lose();
  }

  /** Whether the answer is one of a call made here. */
  take(answer: StreamAnswer): boolean {
    const pending = answer.id === undefined ? undefined : this.#pending.get(answer.id);
    if (answer.id === undefined || pending === undefined) return false;
    this.#pending.delete(answer.id);
    if (answer.code !== Code.ok) {
      pending.reject(new RefusedError(answer.code, answer.message, answer.data ?? null));
      return true;
    }
    const checked = streamCalls[pending.name].output.safeParse(answer.data);
    if (checked.success) pending.resolve(checked.data as never);
    else
      pending.reject(new NetworkError('unreadable', `${answer.op} was answered against the contract`, checked.error));
    return true;
  }
}
