import { Icon } from '../kit/index.ts';
import { useSession, useUser } from '../session/index.ts';
import styles from './Avatar.module.css';

function firstLetter(name: string): string | undefined {
  return Array.from(name)[0]?.toUpperCase();
}

/** The first letter of who is logged in; a person's outline for a guest. Decorative for screen readers. */
export function Avatar({ size = 30 }: { readonly size?: number }) {
  const { isLoggedIn } = useSession();
  const { data: user } = useUser();
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
