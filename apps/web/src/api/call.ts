import { NetworkError, RefusedError } from '@fft/client';
import { Code, type Call, type CallInput, type CallOutput } from '@fft/contract';
import { reachability } from './connection/reachability.ts';
import { toast } from '@fft/kit';
import { session } from './session/session.ts';
import { apiTexts } from '../i18n/api.ts';
import { announceLang, textsNow } from '@fft/kit';
import { client, createUploadClient } from './client.ts';
import { loading } from './loading.ts';
import { reactions } from './reactions.ts';

/** How long the message about the network stands. */
const networkToastMs = 1500;

export interface CallRules {
  /**
   * Codes that the caller shows by itself, at the field or in the page. 400 counts only where the answer says which fields;
   * without them it is a message like any other.
   */
  readonly handles?: readonly number[];
  /** For what the customer didn't ask for, like polling: no message when it fails. Modals and the session's end come all the same. */
  readonly quiet?: boolean;
  readonly signal?: AbortSignal;
  /** For what takes a while to send: how much of it is gone, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Makes a call under the client rules of the specification, and rejects with what went wrong after the customer was told.
 * @throws {RefusedError} or {@link NetworkError}
 */
export async function callApi<C extends Call>(
  definition: C,
  input: CallInput<C>,
  rules: CallRules = {},
): Promise<CallOutput<C>> {
  const shows = definition.method === 'POST' && !rules.quiet;
  const sentAt = performance.now();
  const sentBy = session.token();
  if (shows) loading.begin();
  try {
    const through = rules.onProgress ? createUploadClient(rules.onProgress) : client;
    const data = await through.call(definition, input, rules.signal ? { signal: rules.signal } : {});
    reachability.report({ reachable: true, latencyMs: performance.now() - sentAt });
    return data;
  } catch (error) {
    if (!rules.signal?.aborted) react(error, rules, sentBy);
    throw error;
  } finally {
    if (shows) loading.end();
  }
}

function react(error: unknown, rules: CallRules, sentBy: string | null): void {
  if (error instanceof RefusedError) {
    reachability.report({ reachable: true, latencyMs: reachability.last()?.latencyMs ?? null });
    // Somebody else is logged in by now: it isn't about his session.
    if (error.code === Code.sessionInvalid && sentBy !== session.token()) return;
    reactToCode(error, rules);
  } else if (error instanceof NetworkError) {
    if (error.kind !== 'unreadable') reachability.report({ reachable: false, latencyMs: null });
    else console.warn(error.message, error.cause);
    if (!rules.quiet) toast(textsNow(apiTexts).network, { durationMs: networkToastMs });
  }
}

function reactToCode(error: RefusedError, rules: CallRules): void {
  switch (error.code) {
    case Code.accountLocked:
      reactions.ask('accountLocked');
      return;
    case Code.identityNotVerified:
      reactions.ask('identityNotVerified');
      return;
    case Code.emailNotBound:
      reactions.ask('emailNotBound');
      return;
    case Code.payPasswordNotSet:
      reactions.ask('payPasswordNotSet');
      return;
    case Code.sessionInvalid:
      endSession();
      return;
    default:
      if (!isHandled(error, rules) && !rules.quiet && error.message !== '') toast(error.message);
  }
}

function isHandled(error: RefusedError, rules: CallRules): boolean {
  if (!rules.handles?.includes(error.code)) return false;
  return error.code !== Code.badRequest || Object.keys(error.fields).length > 0;
}

/** All of the local storage goes, the language with it, and the log-in page comes. */
function endSession(): void {
  localStorage.clear();
  session.announce();
  announceLang();
  reactions.ask('sessionInvalid');
}
