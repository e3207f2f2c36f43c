import { calls, type Message } from '@fft/contract';
import { useState } from 'react';
import { callApi, queryClient, usePages } from '../../api/index.ts';
import { formatRelative } from '../../lib/format/index.ts';
import {
  Button,
  classes,
  Delayed,
  Empty,
  ErrorState,
  Icon,
  IconButton,
  type IconName,
  ListEnd,
  StaleNote,
  toast,
  UnderlineTabs,
} from '../../ui/kit/index.ts';
import { Link, navigate } from '../../lib/routing/index.ts';
import { useSession } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { contentTexts } from './content-texts.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { messageText } from './message-text.ts';
import styles from './InboxPage.module.css';

const filters = ['all', 'notice', 'system', 'account'] as const;
type Filter = (typeof filters)[number];

const icons: Readonly<Record<Message['kind'], IconName>> = { notice: 'megaphone', system: 'settings', account: 'user' };

/** The inbox: notices for everyone and, when logged in, messages about the customer's account. */
export function InboxPage() {
  const t = useTexts(contentTexts);
  const { isLoggedIn } = useSession();
  const [chosen, setFilter] = useState<Filter>('all');
  // After a log-out in another tab there are no account messages.
  const filter = chosen === 'account' && !isLoggedIn ? 'all' : chosen;
  const tabs = filters
    .filter((name) => name !== 'account' || isLoggedIn)
    .map((name) => ({ value: name, label: t.kinds[name] }));
  return (
    <Page title={t.title} back={{ fallback: '/' }} actions={isLoggedIn && <Actions />}>
      <UnderlineTabs label={t.kindsLabel} tabs={tabs} value={filter} onChange={setFilter}>
        <Messages key={filter} filter={filter} />
      </UnderlineTabs>
    </Page>
  );
}

function Actions() {
  const t = useTexts(contentTexts);
  return (
    <>
      <ReadAll />
      <IconButton icon="settings" size={22} label={t.settings} onClick={() => navigate('/pages/user/notifications')} />
    </>
  );
}

function ReadAll() {
  const t = useTexts(contentTexts);
  const [busy, setBusy] = useState(false);

  async function readAll(): Promise<void> {
    setBusy(true);
    try {
      await callApi(calls.content.markAllRead, {});
      toast(t.allRead);
      await queryClient.invalidateQueries({ queryKey: [calls.content.list.path] });
    } catch {
      // The customer has been notified.
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="link" size="small" busy={busy} onClick={() => void readAll()}>
      {t.readAll}
    </Button>
  );
}

function Messages({ filter }: { readonly filter: Filter }) {
  const t = useTexts(contentTexts);
  const pages = usePages(calls.content.list, filter === 'all' ? {} : { kind: filter });
  const { items, at, error, more, loadMore, retry, retrying } = pages;
  if (items === null) {
    return error ? (
      <ErrorState error={error} onRetry={retry} busy={retrying} />
    ) : (
      <Delayed>
        <RowsSkeleton groups={[5]} />
      </Delayed>
    );
  }
  if (items.length === 0) return <Empty title={t.empty}>{t.emptyText}</Empty>;
  return (
    <>
      {error && <StaleNote at={at} onRetry={retry} busy={retrying} className={styles.stale} />}
      <ul className={styles.list}>
        {items.map((message) => (
          <MessageRow key={message.id} message={message} />
        ))}
      </ul>
      <ListEnd more={more} onMore={loadMore} failed={error !== null} />
    </>
  );
}

function MessageRow({ message }: { readonly message: Message }) {
  const t = useTexts(contentTexts);
  const lang = useLang();
  const { isLoggedIn } = useSession();
  // Without a session no message can be read, so none is marked as unread.
  const unread = isLoggedIn && !message.read;
  return (
    <li>
      <Link
        to={`/pages/content/detail?id=${encodeURIComponent(message.id)}`}
        className={styles.row}
        data-testid="message"
        data-unread={unread || undefined}
      >
        <span className={styles.tile}>
          <Icon name={icons[message.kind]} size={20} />
          {unread && <span className={styles.dot} role="img" aria-label={t.unread} />}
        </span>
        <span className={styles.words}>
          <span className={classes(styles.title, unread && styles.unread)}>{messageText(message.title)}</span>
          {message.summary !== '' && <span className={styles.summary}>{messageText(message.summary)}</span>}
          <time className={styles.time}>{formatRelative(message.time, lang)}</time>
        </span>
      </Link>
    </li>
  );
}
