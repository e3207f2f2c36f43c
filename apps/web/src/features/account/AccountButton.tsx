import { useState } from 'react';
import { lazySheet } from '../../ui/lazy/index.ts';
import styles from './AccountButton.module.css';
import { Avatar } from './Avatar.tsx';

const Sheet = lazySheet(() => import('./AccountSheet.tsx').then((m) => m.AccountSheet));

/** The account sheet, loaded when it is first opened. */
export function LazyAccountSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return wanted ? <Sheet open={open} onClose={onClose} /> : null;
}

/** The avatar in a page's bar. */
export function AccountButton({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return (
    <button type="button" className={styles.button} aria-label={label} aria-haspopup="dialog" onClick={onPress}>
      <Avatar />
    </button>
  );
}
