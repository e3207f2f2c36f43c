import { StaleServer, StandbyServer } from '@fft/postgres';
import pg from 'pg';
import { PoolBusy } from '../../database/open-pool.ts';
import { TablesBehind } from '../../database/tables-behind.ts';

/** Rolled back without effect: a statement timeout, no free connection, a deadlock, a server that starts or stops. */
const undone: ReadonlySet<string> = new Set(['57014', '57P01', '57P02', '57P03', '53300', '40001', '40P01', '55P03']);
/** The connection was lost, so the last statement may have taken effect. */
const lost: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);
const lostMessages = ['Connection terminated', 'timeout exceeded when trying to connect'];

export interface StorageFailure {
  /** True if the caller must check the outcome before trying again. */
  readonly outcomeUnknown: boolean;
  /** Seconds, if the cause was overload. */
  readonly retryAfter?: number;
}

/** Classifies an error as a failure of the database, after which the caller may retry; null for other errors. */
export function storageFailureOf(error: unknown): StorageFailure | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof PoolBusy) return { outcomeUnknown: false, retryAfter: 1 };
  if (error instanceof TablesBehind) return { outcomeUnknown: false };
  // Refused before the first statement.
  if (error instanceof StandbyServer || error instanceof StaleServer) return { outcomeUnknown: false };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) return undone.has(code) ? { outcomeUnknown: false } : null;
  const isLost = 'syscall' in error ? lost.has(code) : lostMessages.some((text) => error.message.startsWith(text));
  return isLost ? { outcomeUnknown: true } : null;
}
