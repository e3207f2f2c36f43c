import { type Client, NetworkError, RefusedError } from '@fft/client';
import { Code, type Call, type CallInput, type CallOutput } from '@fft/contract';
import { reachability } from './connection/reachability.ts';
import { toast } from '@fft/kit';
import { endedSession } from './session/ended.ts';
import { OtherSessionError } from './session/in-one-session.ts';
import { session } from './session/session.ts';
import { apiTexts } from './api-texts.ts';
import { whole } from '../i18n/whole.ts';
import { textsNow } from '@fft/kit';
import { client } from './client.ts';
import { loading } from './loading.ts';
import { messageWithEnd } from './ends-at.ts';
import { lockData, pendingReaction } from './reactions.ts';

/** Duration of the network toast. */
const networkToastMs = 1500;

export interface CallRules {
  /**
   * Codes that the caller shows itself, at the field or in the page. 400 counts only if the response names fields;
   * otherwise its message is shown like any other.
   */
  readonly handles?: readonly number[];
  /** For calls that the customer didn't trigger, like polling: failures show no message. Modals and the end of the session still apply. */
  readonly quiet?: boolean;
  readonly signal?: AbortSignal;
  /** `session.owner()` when the customer acted, if something else was awaited since then. */
  readonly owner?: number;
  /** Makes the call in place of the app's client: for uploads, one that reports their progress. */
  readonly client?: Client;
}

/**
 * Makes a call under the client rules of the specification. Shows the customer what failed, then rejects.
 * @throws {RefusedError} or {@link NetworkError}; {@link OtherSessionError} if the customer left before the answer: what would follow belongs to no one here
 */
export async function callApi<C extends Call>(
  definition: C,
  input: CallInput<C>,
  rules: CallRules = {},
): Promise<CallOutput<C>> {
  const shows = definition.method === 'POST' && !rules.quiet;
  const sentAt = performance.now();
  const sentBy = session.token();
  const { owner = session.owner() } = rules;
  const hasLeft = (): boolean => definition.auth !== 'none' && session.owner() !== owner;
  if (hasLeft()) throw new OtherSessionError();
  if (shows) loading.begin();
  try {
    const data = await (rules.client ?? client).call(definition, input, rules.signal ? { signal: rules.signal } : {});
    reachability.set({ reachable: true, latencyMs: performance.now() - sentAt });
    if (hasLeft()) throw new OtherSessionError();
    return data;
  } catch (error) {
    if (hasLeft()) throw new OtherSessionError();
    if (!rules.signal?.aborted) react(error, rules, sentBy);
    throw error;
  } finally {
    if (shows) loading.end();
  }
}

function react(error: unknown, rules: CallRules, sentBy: string | null): void {
  if (error instanceof RefusedError) {
    if (error.code !== Code.accountLocked) error.message = whole(messageWithEnd(error));
    reachability.set({ reachable: true, latencyMs: reachability.get()?.latencyMs ?? null });
    // Another customer is logged in by now, whom this doesn't concern.
    if (error.code === Code.sessionInvalid && sentBy !== session.token()) return;
    reactToCode(error, rules);
  } else if (error instanceof NetworkError) {
    if (error.kind !== 'unreadable') reachability.set({ reachable: false, latencyMs: null });
    else console.warn(error.message, error.cause);
    if (!rules.quiet) toast(textsNow(apiTexts).network, { durationMs: networkToastMs });
  }
}

function reactToCode(error: RefusedError, rules: CallRules): void {
  switch (error.code) {
    case Code.accountLocked:
      lockData.set(error.data);
      pendingReaction.set('accountLocked');
      return;
    case Code.identityNotVerified:
      pendingReaction.set('identityNotVerified');
      return;
    case Code.emailNotBound:
      pendingReaction.set('emailNotBound');
      return;
    case Code.payPasswordNotSet:
      pendingReaction.set('payPasswordNotSet');
      return;
    case Code.sessionInvalid:
      endedSession.keep(error.data);
      endSession();
      return;
    case Code.otherSession:
      // The other tab's log-in is stored, and its event is still on the way.
      session.announce();
      toast(error.message);
      return;
    default:
      if (!isHandled(error, rules) && !rules.quiet && error.message !== '') toast(error.message);
  }
}

function isHandled(error: RefusedError, rules: CallRules): boolean {
  if (!rules.handles?.includes(error.code)) return false;
  return error.code !== Code.badRequest || Object.keys(error.fields).length > 0;
}

/** Clears the local storage and opens the log-in page, in the stored language and theme. */
function endSession(): void {
  const kept = ['locale', 'theme'].map((name) => [name, localStorage.getItem(name)] as const);
  localStorage.clear();
  for (const [name, value] of kept) if (value !== null) localStorage.setItem(name, value);
  session.announce();
  pendingReaction.set('sessionInvalid');
}
