import { lazy, Suspense, useState } from 'react';
import { accountTexts } from '../texts/account.ts';
import { useTexts } from '../texts/index.ts';
import styles from './AccountButton.module.css';
import { Avatar } from './Avatar.tsx';

const Sheet = lazy(() => import('./AccountSheet.tsx').then((m) => ({ default: m.AccountSheet })));

/** The account sheet, loaded when it is first opened. */
export function LazyAccountSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return wanted ? (
    <Suspense>
      <Sheet open={open} onClose={onClose} />
    </Suspense>
  ) : null;
}

/** The avatar in a page's bar. */
export function AccountButton({ onPress }: { readonly onPress: () => void }) {
  const t = useTexts(accountTexts);
  return (
    <button type="button" className={styles.button} aria-label={t.open} aria-haspopup="dialog" onClick={onPress}>
      <Avatar />
    </button>
  );
}
