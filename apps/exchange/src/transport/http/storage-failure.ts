import pg from 'pg';
import { PoolBusy } from '../../database/connection.ts';
import { TablesBehind } from '../../database/tables-behind.ts';

/** Given up before it did anything: a statement's time, no connection free, a deadlock, a server that starts or stops. */
const undone: ReadonlySet<string> = new Set(['57014', '57P01', '57P02', '57P03', '53300', '40001', '40P01', '55P03']);
/** The connection went, and what was asked last may have happened. */
const lost: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);
const lostMessages = ['Connection terminated', 'timeout exceeded when trying to connect'];

export interface StorageFailure {
  /** Whether the caller has to ask what happened before trying again. */
  readonly outcomeUnknown: boolean;
  /** Seconds, where it was too much at once. */
  readonly retryAfter?: number;
}

/** What befell the database, where that is why a call failed: the caller may try again. Otherwise null. */
export function storageFailureOf(error: unknown): StorageFailure | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof PoolBusy) return { outcomeUnknown: false, retryAfter: 1 };
  if (error instanceof TablesBehind) return { outcomeUnknown: false };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) return undone.has(code) ? { outcomeUnknown: false } : null;
  const isLost = 'syscall' in error ? lost.has(code) : lostMessages.some((text) => error.message.startsWith(text));
  return isLost ? { outcomeUnknown: true } : null;
}
