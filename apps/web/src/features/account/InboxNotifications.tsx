import { calls } from '@fft/contract';
import { useEffect } from 'react';
import { queryClient } from '../../api/index.ts';
import { appStream } from '../../api/connection/index.ts';
import { useSession } from '../session/index.ts';

/** Calls whose answers a message may have changed: identity, withdrawals, balances, and the inbox itself. */
const inboxCalls = [
  calls.content.unread,
  calls.content.list,
  calls.identity.read,
  calls.user.read,
  calls.withdrawals.detail,
  calls.withdrawals.history,
  calls.assets.coinStatement,
];

/** Refreshes everything that a message from the exchange may have changed, as soon as it arrives. */
export function InboxNotifications() {
  const { isLoggedIn } = useSession();
  useEffect(() => {
    if (!isLoggedIn) return undefined;
    return appStream().subscribe('messages', () => {
      for (const { path } of inboxCalls) void queryClient.invalidateQueries({ queryKey: [path] });
    });
  }, [isLoggedIn]);
  return null;
}
