import { calls, type User } from '@fft/contract';
import { useEffect } from 'react';
import { queryClient, useCall } from '../../api/index.ts';
import { adoptUpColor } from '../settings/up-color.ts';
import { useSession } from '../../api/session/session.ts';

/** Who is logged in; asked for only while somebody is. */
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
 * To be called when something about the customer changed; with what an answer told already, that is shown at once.
 * An answer that comes when somebody else has logged in tells nothing of him.
 */
export function refreshUser(told?: User): void {
  const filters = { queryKey: [calls.user.read.path] };
  if (told) queryClient.setQueriesData<User>(filters, (known) => (known?.id === told.id ? told : known));
  else void queryClient.invalidateQueries(filters);
}
