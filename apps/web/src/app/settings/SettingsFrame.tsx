import type { ReactNode } from 'react';
import { TopBar } from '../../features/account/TopBar.tsx';
import { useSession } from '../../features/session/index.ts';
import { Strip } from '../../features/shell/index.ts';
import { Link, useLocation } from '../../lib/routing/index.ts';
import { classes, Icon } from '../../ui/kit/index.ts';
import { accountTexts } from '../../features/account/account-texts.ts';
import { inviteTexts } from '../../i18n/invite.ts';
import { limitsTexts } from '../../i18n/limits.ts';
import { useTexts } from '../../i18n/index.ts';
import { isOfEntry, settingsGroups, type SettingsName } from './settings-entries.ts';
import styles from './SettingsFrame.module.css';

export interface SettingsFrameProps {
  /** The page, in its own column. */
  readonly children: ReactNode;
}

/** The account's pages in a wide window: the bar above them, and a list of all of them at their side. */
export function SettingsFrame({ children }: SettingsFrameProps) {
  const { pathname } = useLocation();
  const t = useTexts(accountTexts);
  const { isLoggedIn } = useSession();
  const names = useNames();
  return (
    <div className={styles.frame} data-filled>
      <TopBar current={null} />
      <div className={styles.body}>
        <nav className={styles.list} aria-label={t.title}>
          {settingsGroups.map((group) => (
            <ul key={group[0]?.name} className={styles.group}>
              {group
                .filter(({ isPublic }) => isLoggedIn || isPublic)
                .map((entry) => (
                  <li key={entry.name}>
                    <Link
                      to={entry.path}
                      className={classes(styles.entry, isOfEntry(entry, pathname) && styles.current)}
                      aria-current={isOfEntry(entry, pathname) ? 'page' : undefined}
                    >
                      <Icon name={entry.icon} size={18} />
                      {names[entry.name]}
                    </Link>
                  </li>
                ))}
            </ul>
          ))}
        </nav>
        <div className={styles.page}>{children}</div>
      </div>
      <Strip />
    </div>
  );
}

function useNames(): Readonly<Record<SettingsName, string>> {
  const t = useTexts(accountTexts);
  const limits = useTexts(limitsTexts);
  const invite = useTexts(inviteTexts);
  return {
    profile: t.title,
    safety: t.safety,
    identity: t.identityTitle,
    limits: limits.row,
    notifications: t.notifications,
    addresses: t.addresses,
    banks: t.banks,
    invite: invite.row,
    inbox: t.inbox,
    about: t.about,
  };
}
