import type { ReactNode } from 'react';
import styles from './Split.module.css';

export interface SplitProps {
  /** Beside the list, where something is open. */
  readonly panel?: ReactNode;
  readonly children: ReactNode;
}

/** A screen: what there is left, and what is open right of it. */
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

/** Pushes what follows in a toolbar to its end. */
export function Gap() {
  return <span className={styles.gap} />;
}
