import { calls } from '@fft/contract';
import { useEffect } from 'react';
import { queryClient } from '../../api/index.ts';
import { appStream } from '../../api/connection/index.ts';
import { useSession } from '../session/index.ts';

/** What a message may be about: papers that were decided, a withdrawal, an account that was credited; and the inbox itself. */
const inboxCalls = [
  calls.content.unread,
  calls.content.list,
  calls.identity.read,
  calls.user.read,
  calls.withdrawals.detail,
  calls.withdrawals.history,
];

/** Reads anew what a message from the exchange may have changed, on whatever page, as soon as it comes. */
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
