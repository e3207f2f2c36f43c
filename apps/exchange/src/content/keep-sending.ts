import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type BroadcastParts, sendSome } from './broadcasts.ts';

export interface KeepSendingParts extends BroadcastParts {
  readonly log: Logger;
}

/** Sends messages to many when they are due, and goes on with what a process that died had begun. */
export interface KeptSending {
  /** Looks now. */
  wake(): void;
  close(): Promise<void>;
}

const lookMs = 2_000;

export function keepSending(parts: KeepSendingParts): KeptSending {
  const ended = new AbortController();
  let working: Promise<void> | null = null;
  let isAsked = false;

  async function work(): Promise<void> {
    try {
      while (!ended.signal.aborted && (await sendSome(parts)) !== 'nothingToDo') await turn();
    } catch (error) {
      parts.log.error({ err: error }, 'a message to many could not be sent; trying again');
    }
  }

  function begin(): void {
    if (ended.signal.aborted) return;
    if (working) isAsked = true;
    else {
      isAsked = false;
      working = work().finally(() => {
        working = null;
        if (isAsked) begin();
      });
    }
  }

  begin();
  const timer = setInterval(() => {
    if (!working) begin();
  }, lookMs);
  return {
    wake: begin,
    close: async () => {
      ended.abort();
      clearInterval(timer);
      await working;
    },
  };
}
