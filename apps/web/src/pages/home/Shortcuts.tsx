import { Link } from 'react-router';
import { Icon, type IconName } from '../../kit/index.ts';
import { homeTexts } from '../../texts/home.ts';
import { useTexts } from '../../texts/index.ts';
import styles from './Shortcuts.module.css';

const places: readonly {
  readonly name: 'market' | 'trade' | 'assets';
  readonly icon: IconName;
  readonly path: string;
}[] = [
  { name: 'market', icon: 'candles', path: '/pages/home/market' },
  { name: 'trade', icon: 'trade', path: '/pages/home/trade' },
  { name: 'assets', icon: 'wallet', path: '/pages/assets/index' },
];

/** Large targets to the pages one goes to most. */
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
