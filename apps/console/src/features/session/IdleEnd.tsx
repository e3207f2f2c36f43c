import { consoleCalls } from '@fft/console-contract';
import { useEffect } from 'react';
import { callApi } from '../../api/call.ts';
import { watchIdle } from './idle.ts';
import { session } from './session.ts';

/** The session ends here even where the server can't be told. */
function leave(): void {
  const { end } = session;
  callApi(consoleCalls.session.logout, {}).then(end, end);
}

/** Logs an operator out who left the desk. */
export function IdleEnd() {
  useEffect(() => watchIdle(window, leave), []);
  return null;
}
