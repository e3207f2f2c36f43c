import type { calls } from '@fft/contract';
import type { Handler } from '../../transport/http/route.ts';
import type { Sessions } from '../sessions/sessions.ts';

/** Ends the caller's session. */
export function createLogOut(sessions: Sessions): Handler<typeof calls.auth.logout> {
  return async (_input, { customer }) => {
    await sessions.end(customer.sessionId);
    return null;
  };
}
