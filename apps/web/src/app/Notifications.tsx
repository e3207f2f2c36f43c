import { InboxNotifications } from '../features/account/InboxNotifications.tsx';
import { AlertNotifications } from '../features/alerts/AlertNotifications.tsx';
import { OpenedNotifications } from './OpenedNotifications.tsx';

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
