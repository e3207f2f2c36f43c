import { classes, Icon, type IconName } from '../../ui/kit/index.ts';
import { Link } from '../../lib/routing/index.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './TabBar.module.css';

export type Tab = 'home' | 'market' | 'trade' | 'assets';

const tabs: readonly { readonly tab: Tab; readonly icon: IconName; readonly path: string }[] = [
  { tab: 'home', icon: 'home', path: '/pages/home/index' },
  { tab: 'market', icon: 'candles', path: '/pages/home/market' },
  { tab: 'trade', icon: 'trade', path: '/pages/home/trade' },
  { tab: 'assets', icon: 'wallet', path: '/pages/assets/index' },
];

/** The four main pages. */
export function TabBar({ current }: { readonly current: Tab }) {
  const t = useTexts(shellTexts).tabs;
  return (
    <nav className={styles.tabs} aria-label={t.label}>
      {tabs.map(({ tab, icon, path }) => (
        <Link
          key={tab}
          to={path}
          className={classes(styles.tab, tab === current && styles.current)}
          aria-current={tab === current ? 'page' : undefined}
        >
          <Icon name={icon} size={22} />
          <span>{t[tab]}</span>
        </Link>
      ))}
    </nav>
  );
}
