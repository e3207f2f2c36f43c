/** Until when a code can't be sent again; kept for this tab, so that a reload doesn't start it anew. */
interface SentCode {
  readonly email: string;
  readonly resendAtMs: number;
}

const storageKey = 'register-code';

export function rememberSent(sent: SentCode): void {
  sessionStorage.setItem(storageKey, JSON.stringify(sent));
}

export function forgetSent(): void {
  sessionStorage.removeItem(storageKey);
}

export function recallSent(): SentCode | null {
  const stored = sessionStorage.getItem(storageKey);
  if (stored === null) return null;
  try {
    const sent: unknown = JSON.parse(stored);
    if (typeof sent !== 'object' || sent === null) return null;
    if (!('email' in sent) || typeof sent.email !== 'string') return null;
    if (!('resendAtMs' in sent) || typeof sent.resendAtMs !== 'number') return null;
    return { email: sent.email, resendAtMs: sent.resendAtMs };
  } catch {
    return null;
  }
}

/** Whole seconds left, never less than zero, never more than a clock that was set back could pretend. */
export function secondsLeft(resendAtMs: number, nowMs: number, secondsMost = 3600): number {
  return Math.min(secondsMost, Math.max(0, Math.ceil((resendAtMs - nowMs) / 1000)));
}
