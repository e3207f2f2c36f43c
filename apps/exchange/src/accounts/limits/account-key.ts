import { createHash } from 'node:crypto';

/** Hashes an address for use in counters: fixed length, and unreadable. */
export function accountKey(email: string): Buffer {
  return createHash('sha256').update(email).digest();
}
