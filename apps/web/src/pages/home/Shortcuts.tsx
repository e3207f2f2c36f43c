import { Icon, type IconName } from '../../kit/index.ts';
import { Link } from '../../routing/index.ts';
import { homeTexts } from '../../texts/home.ts';
import { useTexts } from '../../texts/index.ts';
import styles from './Shortcuts.module.css';

const places: readonly {
  readonly name: 'deposit' | 'withdraw' | 'transfer' | 'identity';
  readonly icon: IconName;
  readonly path: string;
}[] = [
  { name: 'deposit', icon: 'deposit', path: '/pages/deposit/charge' },
  { name: 'withdraw', icon: 'withdraw', path: '/pages/deposit/withdraw' },
  { name: 'transfer', icon: 'transfer', path: '/pages/transfer/index' },
  { name: 'identity', icon: 'identity', path: '/pages/user/idauth' },
];

/** Large targets to what the tabs don't lead to. */
export function Shortcuts({ onAccount }: { readonly onAccount: () => void }) {
  const t = useTexts(homeTexts).shortcuts;
  return (
    <nav className={styles.shortcuts} aria-label={t.label}>
      {places.map(({ name, icon, path }) => (
        <Link key={name} to={path} className={styles.shortcut}>
          <span className={styles.tile}>
            <Icon name={icon} size={22} />
          </span>
          {t[name]}
        </Link>
      ))}
      <button type="button" className={styles.shortcut} aria-haspopup="dialog" onClick={onAccount}>
        <span className={styles.tile}>
          <Icon name="settings" size={22} />
        </span>
        {t.account}
      </button>
    </nav>
  );
}
