import cluster from 'node:cluster';
import {
  messageCalls,
  type Handlers,
  type MessageCalls,
  type MessageEnd,
} from '../platform/processes/message-calls.ts';
import { createSharedUses, type SharedUses, type Uses } from '../platform/processes/shared-uses.ts';

/** What a process hears from its supervisor when it begins. */
export interface Beginning<Places> {
  readonly name: string;
  /** The number of processes. */
  readonly processes: number;
  /** True for the first process of a start, whose progress the terminal shows. */
  readonly isFirst: boolean;
  readonly places: Places;
  /** What the other processes have open. */
  readonly open: Uses;
}

/** This process's side of its supervisor. */
export interface Membership<Places> extends Beginning<Places> {
  readonly uses: SharedUses;
  readonly supervisor: MessageCalls;
  /** Tells the supervisor that this process serves, and answers its questions from now on. */
  serve(addresses: Addresses, answers: Answers): void;
}

/** Where a process listens. */
export interface Addresses {
  readonly url: string;
  readonly consoleUrl: string | null;
}

export interface Answers {
  /** All metrics of this process. */
  figures(): Promise<string>;
  isReady(): boolean;
}

/** True in a process that a supervisor started. */
export const isMember = cluster.isWorker;

/** Joins the supervisor that started this process. Node ends this process when the supervisor is gone. */
export async function join<Places>(): Promise<Membership<Places>> {
  let answers: Answers | null = null;
  let counted: { hear(uses: Uses): void } | null = null;
  const handlers: Handlers = {
    uses: (uses: Uses) => counted?.hear(uses),
    figures: () => answers?.figures() ?? '',
    isReady: () => answers?.isReady() ?? false,
  };
  const supervisor = messageCalls(toSupervisor, handlers);
  const beginning = await supervisor.call<Beginning<Places>>('begin');
  const uses = createSharedUses(beginning.processes, (all) => supervisor.tell('uses', all));
  uses.hear(beginning.open);
  counted = uses;
  return {
    ...beginning,
    uses,
    supervisor,
    serve: ({ url, consoleUrl }, given) => {
      answers = given;
      supervisor.tell('serving', { url, consoleUrl } satisfies Addresses);
    },
  };
}

const toSupervisor: MessageEnd = {
  send: (message) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  },
  onMessage: (listener) => void process.on('message', listener),
  onGone: (listener) => void process.once('disconnect', listener),
};
