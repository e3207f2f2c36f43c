import { calls, type User } from '@fft/contract';
import { queryClient, useCall } from '../api/index.ts';
import { useSession } from './session.ts';

/** Who is logged in; asked for only while somebody is. */
export function useUser() {
  const { isLoggedIn } = useSession();
  return useCall(calls.user.read, {}, { enabled: isLoggedIn, staleTimeMs: 60_000 });
}

/** To be called when something about the customer changed; with what an answer told already, that is shown at once. */
export function refreshUser(told?: User): void {
  const filters = { queryKey: [calls.user.read.path] };
  if (told) queryClient.setQueriesData(filters, told);
  else void queryClient.invalidateQueries(filters);
}
