import { tabStorage } from '../../api/session/tab-storage.ts';

/** Until when a code can't be sent again; kept for this tab and its customer, so that a reload doesn't start it anew. */
interface SentCode {
  /** Where it was sent; empty where it wasn't, as another one was sent just before. */
  readonly to: string;
  /** Names the request whose code it is; empty where none was sent, so that an earlier mail's code counts as one that names none. */
  readonly flow: string;
  readonly resendAtMs: number;
}

const kept = (purpose: string) => tabStorage<SentCode>(`code-sent:${purpose}`);

export function rememberSent(purpose: string, sent: SentCode): void {
  kept(purpose).keep(sent);
}

/** To be called when the code was used: the next one may be asked for at once. */
export function forgetSent(purpose: string): void {
  kept(purpose).forget();
}

export function recallSent(purpose: string): SentCode | null {
  return kept(purpose).read();
}

/** What goes along with a code: the request it belongs to, where it went to that very address. Empty for the account's own address. */
export function flowOf(purpose: string, to = ''): { readonly flow?: string } {
  const sent = recallSent(purpose);
  if (!sent?.flow || (to !== '' && sent.to !== to.trim())) return {};
  return { flow: sent.flow };
}

/** Whole seconds left, never less than zero, never more than a clock that was set back could pretend. */
export function secondsLeft(resendAtMs: number, nowMs: number, maxSeconds = 3600): number {
  return Math.min(maxSeconds, Math.max(0, Math.ceil((resendAtMs - nowMs) / 1000)));
}

/** How long an answer that came too often says to wait; null where it doesn't. */
export function retryAfterOf(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('retryAfter' in data)) return null;
  return typeof data.retryAfter === 'number' && data.retryAfter > 0 ? data.retryAfter : null;
}
