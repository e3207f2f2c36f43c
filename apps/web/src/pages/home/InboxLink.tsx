import { calls } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { Icon } from '../../kit/index.ts';
import { Link } from '../../routing/index.ts';
import { useSession } from '../../session/index.ts';
import { homeTexts } from '../../texts/home.ts';
import { useTexts } from '../../texts/index.ts';
import styles from './HomePage.module.css';

const askMs = 30_000;
const shownMost = 99;

/** To the messages, with how many aren't read. */
export function InboxLink() {
  const t = useTexts(homeTexts);
  const { isLoggedIn } = useSession();
  const unread = useCall(calls.content.unread, {}, { enabled: isLoggedIn, quiet: true, refetchIntervalMs: askMs });
  const count = isLoggedIn ? (unread.data?.count ?? 0) : 0;
  return (
    <Link to="/pages/content/index" className={styles.bell} aria-label={count > 0 ? t.inboxUnread(count) : t.inbox}>
      <Icon name="bell" size={22} />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count > shownMost ? `${shownMost}+` : count}
        </span>
      )}
    </Link>
  );
}
