import { consoleCalls } from '@fft/console-contract';
import { useEffect } from 'react';
import { callApi, session } from '../../api/index.ts';
import { watchIdle } from './idle.ts';

/** Ends the session here even if the server can't be reached. */
function leave(): void {
  const { end } = session;
  callApi(consoleCalls.session.logout, {}).then(end, end);
}

/** Logs the operator out after a period without activity. */
export function IdleLogout() {
  useEffect(() => watchIdle(window, leave), []);
  return null;
}
