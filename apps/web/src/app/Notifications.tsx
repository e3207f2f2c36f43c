import { InboxNotifications } from '../features/account/InboxNotifications.tsx';
import { AlertNotifications } from '../features/alerts/AlertNotifications.tsx';
import { useEffect } from 'react';
import { navigate } from '../lib/routing/index.ts';

/** Notifications that a logged-in customer gets on every page. */
export function Notifications() {
  return (
    <>
      <AlertNotifications />
      <InboxNotifications />
      <OpenedNotifications />
    </>
  );
}

/** A click on a notification leads to a page of the app. */
function follow({ data }: MessageEvent<unknown>): void {
  if (typeof data !== 'object' || data === null || !('open' in data)) return;
  const { open } = data;
  if (typeof open === 'string' && open.startsWith('/pages/')) navigate(open);
}

/** Follows clicks on notifications that the service worker shows. */
function OpenedNotifications() {
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    navigator.serviceWorker.addEventListener('message', follow);
    return () => navigator.serviceWorker.removeEventListener('message', follow);
  }, []);
  return null;
}
