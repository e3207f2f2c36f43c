import { calls, type User } from '@fft/contract';
import { useEffect } from 'react';
import { queryClient, useCall } from '../../api/index.ts';
import { adoptUpColor } from '../../lib/preferences/up-color.ts';
import { useSession } from '../../api/session/session.ts';

/** The logged-in customer; read only with a session. */
export function useUser() {
  const { isLoggedIn } = useSession();
  const user = useCall(calls.user.read, {}, { enabled: isLoggedIn, staleTimeMs: 60_000 });
  const upColor = user.data?.upColor;
  useEffect(() => {
    if (upColor !== undefined) adoptUpColor(upColor);
  }, [upColor]);
  return user;
}

/**
 * Call this when something about the customer changed. `known`, if an answer already has it, is shown immediately.
 * An answer for another customer, who was logged in before, changes nothing.
 */
export function refreshUser(known?: User): void {
  const filters = { queryKey: [calls.user.read.path] };
  if (known) queryClient.setQueriesData<User>(filters, (cached) => (cached?.id === known.id ? known : cached));
  else void queryClient.invalidateQueries(filters);
}
