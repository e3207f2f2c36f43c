import type { User } from '@fft/contract';
import { Icon, Skeleton, Tag, type TagTone } from '../../ui/kit/index.ts';
import { useSession, useUser } from '../session/index.ts';
import { accountTexts } from './account-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { Avatar } from './Avatar.tsx';
import styles from './ProfileCard.module.css';

/** Tone of each identity state. */
export const identityTones: Readonly<Record<User['identity']['state'], TagTone>> = {
  none: 'plain',
  pending: 'warn',
  passed: 'good',
  failed: 'danger',
  revoked: 'danger',
};

interface WhoAmIProps {
  readonly withoutId?: boolean;
  /** Called when the picture is pressed. */
  readonly onAvatar?: () => void;
}

/** The customer's profile, without the UID if that is shown elsewhere. */
export function ProfileCard({ withoutId = false, onAvatar }: WhoAmIProps) {
  const t = useTexts(accountTexts);
  const { isLoggedIn } = useSession();
  const { data: user } = useUser();
  const lineOf = ({ email, id }: User): string => (withoutId ? (email ?? '--') : `${email ?? '--'} · ${t.id} ${id}`);
  if (!isLoggedIn) {
    return (
      <div className={styles.who}>
        <span className={styles.guest}>
          <Icon name="user" />
        </span>
        <div className={styles.words}>
          <p className={styles.name}>{t.guest}</p>
          <p className={styles.line}>{t.guestText}</p>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.who}>
      {onAvatar === undefined ? (
        <Avatar size={48} />
      ) : (
        <button
          type="button"
          className={styles.avatar}
          aria-label={t.editAvatar}
          aria-haspopup="dialog"
          onClick={onAvatar}
        >
          <Avatar size={48} />
          <Icon name="camera" size={14} className={styles.mark} />
        </button>
      )}
      <div className={styles.words}>
        <p className={styles.name}>
          <span className={styles.nickname}>{user ? user.nickname || user.email : <Skeleton width={120} />}</span>
          {user && <Tag tone={identityTones[user.identity.state]}>{t.identity[user.identity.state]}</Tag>}
        </p>
        <p className={styles.line}>{user ? lineOf(user) : <Skeleton width={160} />}</p>
      </div>
    </div>
  );
}
