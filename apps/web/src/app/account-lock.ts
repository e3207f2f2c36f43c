import { formatMinute } from '@fft/kit';
import { formatEnd } from '../api/index.ts';

/** Why an account is locked, and until when, as far as the server says. */
export type AccountLock =
  | { readonly by: 'attempts'; readonly minutes: number; readonly until: string }
  | { readonly by: 'self' | 'operator'; readonly at: string }
  | null;

/** Reads it from the data of a refusal with code 401. */
export function lockOf(data: unknown): AccountLock {
  if (typeof data !== 'object' || data === null) return null;
  const fields = data as { readonly until?: unknown; readonly lockedBy?: unknown; readonly lockedAt?: unknown };
  const { until, lockedBy, lockedAt } = fields;
  if (typeof until === 'number') {
    const minutes = Math.max(1, Math.ceil((until - Date.now()) / 60_000));
    return { by: 'attempts', minutes, until: formatEnd(until, Date.now()) };
  }
  if ((lockedBy !== 'self' && lockedBy !== 'operator') || typeof lockedAt !== 'number') return null;
  return { by: lockedBy, at: formatMinute(lockedAt) };
}
