import type { calls } from '@fft/contract';
import { refuse } from '../refusals.ts';
import type { Handler } from '../../transport/http/route.ts';
import type { Sessions } from '../index.ts';

/** The customer's open sessions. */
export function createListSessions(sessions: Sessions): Handler<typeof calls.user.sessions> {
  return async (_input, { customer }) => {
    const open = await sessions.list(customer.id);
    return open.map(({ userAgent, ...session }) => ({
      ...session,
      device: userAgent,
      current: session.id === customer.sessionId,
    }));
  };
}

/** Ends one of the customer's sessions. Another customer's session counts as unknown. */
export function createRevokeSession(sessions: Sessions): Handler<typeof calls.user.revokeSession> {
  return async ({ id }, { customer }) => {
    if (!(await sessions.endOf(customer.id, id))) throw refuse('unknownSession');
    return null;
  };
}
