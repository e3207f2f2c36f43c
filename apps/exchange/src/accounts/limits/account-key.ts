import { createHash } from 'node:crypto';

/** Stands for an address in counters: of fixed length, and nothing to read for who sees them. */
export function accountKey(email: string): Buffer {
  return createHash('sha256').update(email).digest();
}
