import { calls } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { Icon } from '../../ui/kit/index.ts';
import { useSession, useUser } from '../session/index.ts';
import styles from './Avatar.module.css';

function firstLetter(name: string): string | undefined {
  return Array.from(name)[0]?.toUpperCase();
}

/** The customer's picture or initial; an outline for a guest. Decorative for screen readers. */
export function Avatar({ size = 30 }: { readonly size?: number }) {
  const { isLoggedIn } = useSession();
  const { data: user } = useUser();
  const id = (isLoggedIn && user?.avatar) || null;
  // A picture never changes under its id.
  const picture = useCall(
    calls.upload.read,
    { id: id ?? '' },
    { quiet: true, enabled: id !== null, staleTimeMs: Infinity },
  );
  if (id !== null && picture.data) {
    const { type, data } = picture.data;
    return <img className={styles.picture} src={`data:${type};base64,${data}`} alt="" width={size} height={size} />;
  }
  const letter = isLoggedIn ? firstLetter(user?.nickname || user?.email || '') : undefined;
  return (
    <span
      className={letter === undefined ? styles.guest : styles.avatar}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      aria-hidden="true"
    >
      {letter ?? <Icon name="user" size={size * 0.6} />}
    </span>
  );
}
