import type { ReactNode } from 'react';
import styles from './Split.module.css';

export interface SplitProps {
  /** Shown beside the list. */
  readonly panel?: ReactNode;
  readonly children: ReactNode;
}

/** A page with its list on the left and an open panel on the right. */
export function Split({ panel, children }: SplitProps) {
  return (
    <div className={panel ? styles.split : styles.whole}>
      <div className={styles.left}>{children}</div>
      {panel}
    </div>
  );
}

/** A row of controls above a list. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <div className={styles.toolbar}>{children}</div>;
}

/** Pushes the rest of a toolbar to its end. */
export function Gap() {
  return <span className={styles.gap} />;
}
