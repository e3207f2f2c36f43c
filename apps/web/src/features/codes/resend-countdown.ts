import { tabStorage } from '../../api/session/tab-storage.ts';

/** When a code can be sent again; stored for this tab and customer, so that a reload doesn't restart it. */
interface SentCode {
  /** The address it was sent to; empty if it wasn't sent because another one was sent just before. */
  readonly to: string;
  /** Id of the request that sent the code; empty if none was sent, so that an earlier mail's code still counts. */
  readonly flow: string;
  readonly resendAtMs: number;
}

const kept = (purpose: string) => tabStorage<SentCode>(`code-sent:${purpose}`);

export function rememberSent(purpose: string, sent: SentCode): void {
  kept(purpose).keep(sent);
}

/** Call this once the code was used: the next one can then be requested immediately. */
export function forgetSent(purpose: string): void {
  kept(purpose).forget();
}

export function recallSent(purpose: string): SentCode | null {
  return kept(purpose).read();
}

/** Input that identifies the code: its request, if it was sent to this very address. Empty for the account's own address. */
export function flowOf(purpose: string, to = ''): { readonly flow?: string } {
  const sent = recallSent(purpose);
  if (!sent?.flow || (to !== '' && sent.to !== to.trim())) return {};
  return { flow: sent.flow };
}

/** Whole seconds left, never less than zero, never more than a clock that was set back could pretend. */
export function secondsLeft(resendAtMs: number, nowMs: number, maxSeconds = 3600): number {
  return Math.min(maxSeconds, Math.max(0, Math.ceil((resendAtMs - nowMs) / 1000)));
}

/** Seconds to wait according to a response that refused a request as too frequent; null otherwise. */
export function retryAfterOf(data: unknown): number | null {
  if (typeof data !== 'object' || data === null || !('retryAfter' in data)) return null;
  return typeof data.retryAfter === 'number' && data.retryAfter > 0 ? data.retryAfter : null;
}
