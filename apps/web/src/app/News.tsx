import { InboxNews } from '../features/account/InboxNews.tsx';
import { AlertNews } from '../features/alerts/AlertNews.tsx';

/** What is heard on whatever page by who is logged in. */
export function News() {
  return (
    <>
      <AlertNews />
      <InboxNews />
    </>
  );
}
