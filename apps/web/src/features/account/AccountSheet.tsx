import { config } from '../../brand.ts';
import { SettingGroup, SettingRow, Sheet } from '../../ui/kit/index.ts';
import { useSession } from '../session/index.ts';
import { accountTexts } from './account-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './AccountSheet.module.css';
import { SignInPrompt } from './SignInPrompt.tsx';
import { LogOutButton } from './LogOutButton.tsx';
import { Preferences } from './Preferences.tsx';
import { ProfileCard } from './ProfileCard.tsx';

/** The customer's profile, links to their pages, preferences, and log-out. */
export function AccountSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useTexts(accountTexts);
  const { isLoggedIn } = useSession();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t.title}
      footer={isLoggedIn ? <LogOutButton onDone={onClose} /> : <SignInPrompt onLeave={onClose} />}
    >
      <div className={styles.who}>
        <ProfileCard />
      </div>
      <div className={styles.pages}>
        <SettingGroup>
          <SettingRow icon="user" title={t.myPage} to="/pages/user/index" />
          {isLoggedIn && <SettingRow icon="shield-check" title={t.safety} to="/pages/user/safety" />}
        </SettingGroup>
      </div>
      <Preferences />
      <p className={styles.version}>
        {config.name} · {t.version} {config.version}
      </p>
    </Sheet>
  );
}
