/** One end of the messages between a process and one that it started. */
export interface MessageEnd {
  send(message: unknown): void;
  /** Called for each message, until the process ends. */
  onMessage(listener: (message: unknown) => void): void;
  /** Called once the other process is gone. */
  onGone(listener: () => void): void;
}

type Handler = (...given: never[]) => unknown;
/** What one process offers the other, by name. */
export type Handlers = Readonly<Record<string, Handler>>;

/** Calls the other process. */
export interface MessageCalls {
  /** @throws what the other process throws, as an `Error`, or {@link ProcessGone} */
  call<Answer>(name: string, ...given: readonly unknown[]): Promise<Answer>;
  /** Calls without an answer. */
  tell(name: string, ...given: readonly unknown[]): void;
}

/** The other process ended before it answered. */
export class ProcessGone extends Error {
  override readonly name = 'ProcessGone';
  constructor() {
    super('the other process has ended');
  }
}

interface Call {
  readonly kind: 'call';
  /** Null where no answer is wanted. */
  readonly id: number | null;
  readonly name: string;
  readonly given: readonly unknown[];
}

interface Answer {
  readonly kind: 'answer';
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** Lets two processes call each other over their messages. Each calls what the other offers in `handlers`. */
export function messageCalls(end: MessageEnd, handlers: Handlers): MessageCalls {
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  let isGone = false;

  async function answer({ id, name, given }: Call): Promise<void> {
    const handler = handlers[name] as ((...all: readonly unknown[]) => unknown) | undefined;
    try {
      if (id === null) return void (await handler?.(...given));
      if (handler === undefined) throw new Error(`there is no ${name} here`);
      const value = await handler(...given);
      end.send({ kind: 'answer', id, value } satisfies Answer);
    } catch (error) {
      if (id !== null)
        end.send({
          kind: 'answer',
          id,
          error: error instanceof Error ? error.message : String(error),
        } satisfies Answer);
    }
  }

  function settle({ id, value, error }: Answer): void {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) caller?.resolve(value as never);
    else caller?.reject(new Error(error));
  }

  end.onMessage((message) => {
    if (isCall(message)) void answer(message);
    else if (isAnswer(message)) settle(message);
  });
  end.onGone(() => {
    isGone = true;
    for (const { reject } of waiting.values()) reject(new ProcessGone());
    waiting.clear();
  });
  return {
    call: (name, ...given) =>
      new Promise((resolve, reject) => {
        if (isGone) return reject(new ProcessGone());
        calls += 1;
        waiting.set(calls, { resolve, reject });
        end.send({ kind: 'call', id: calls, name, given } satisfies Call);
      }),
    tell: (name, ...given) => {
      if (!isGone) end.send({ kind: 'call', id: null, name, given } satisfies Call);
    },
  };
}

function isKind(message: unknown, kind: string): boolean {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === kind;
}

const isCall = (message: unknown): message is Call => isKind(message, 'call');
const isAnswer = (message: unknown): message is Answer => isKind(message, 'answer');
