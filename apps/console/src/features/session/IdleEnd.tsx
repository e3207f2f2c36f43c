import { consoleCalls } from '@fft/console-contract';
import { useEffect } from 'react';
import { callApi } from '../../api/call.ts';
import { watchIdle } from './idle.ts';
import { session } from './session.ts';

/** Ends the session here even if the server can't be reached. */
function leave(): void {
  const { end } = session;
  callApi(consoleCalls.session.logout, {}).then(end, end);
}

/** Logs the operator out after a period without activity. */
export function IdleEnd() {
  useEffect(() => watchIdle(window, leave), []);
  return null;
}
