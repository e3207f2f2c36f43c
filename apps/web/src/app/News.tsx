import { InboxNews } from '../account/InboxNews.tsx';
import { AlertNews } from '../alerts/AlertNews.tsx';

/** What is heard on whatever page by who is logged in. */
export function News() {
  return (
    <>
      <AlertNews />
      <InboxNews />
    </>
  );
}
