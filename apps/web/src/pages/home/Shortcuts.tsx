import { useState } from 'react';
import { Icon, type IconName, OnceOpened } from '../../ui/kit/index.ts';
import { lazySheet } from '../../ui/lazy/index.ts';
import { Link } from '../../lib/routing/index.ts';
import { homeTexts } from './home-texts.ts';
import { useTexts } from '../../i18n/index.ts';
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

const MoreSheet = lazySheet(() => import('./MoreSheet.tsx').then((sheet) => sheet.MoreSheet));

/** Large targets for pages without a tab, and for the list of all pages. */
export function Shortcuts() {
  const t = useTexts(homeTexts).shortcuts;
  const [open, setOpen] = useState(false);
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
      <button type="button" className={styles.shortcut} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={styles.tile}>
          <Icon name="grid" size={22} />
        </span>
        {t.more}
      </button>
      <OnceOpened open={open}>
        <MoreSheet open={open} onClose={() => setOpen(false)} />
      </OnceOpened>
    </nav>
  );
}
