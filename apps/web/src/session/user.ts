import { calls } from '@fft/contract';
import { useCall } from '../api/index.ts';
import { useSession } from './session.ts';

/** Who is logged in; asked for only while somebody is. */
export function useUser() {
  const { isLoggedIn } = useSession();
  return useCall(calls.user.read, {}, { enabled: isLoggedIn, staleTimeMs: 60_000 });
}
