import { calls } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { Icon } from '../../ui/kit/index.ts';
import { Link } from '../../lib/routing/index.ts';
import { useSession } from '../../features/session/index.ts';
import { homeTexts } from './home-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './HomePage.module.css';

const askMs = 30_000;
const maxShown = 99;

/** Link to the inbox with the number of unread messages. */
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
          {count > maxShown ? `${maxShown}+` : count}
        </span>
      )}
    </Link>
  );
}
