import { AsyncLocalStorage } from 'node:async_hooks';

/** What one request has read from a standby, so that its answer can say how old it is. */
export interface ReadMark {
  /** The time whose state the answer shows; null if it shows everything that was committed before the request. */
  asOf: number | null;
  /** The life of the standby that was found to have all of that. */
  current: object | null;
  /** True once the response is sent: later reads of the same request can't mark it any more. */
  isSent: boolean;
}

/** The mark of the request that is being answered. */
export const readMark = new AsyncLocalStorage<ReadMark>();

export function newReadMark(): ReadMark {
  return { asOf: null, current: null, isSent: false };
}

/** The mark of a request whose answer can still be marked. */
export function openMark(): ReadMark | null {
  const mark = readMark.getStore();
  return mark === undefined || mark.isSent ? null : mark;
}
