import type { ReactNode } from 'react';
import styles from './Form.module.css';

/** Two or three fields side by side. */
export function Row({ of = 2, children }: { readonly of?: 2 | 3; readonly children: ReactNode }) {
  return <div className={of === 2 ? styles.pair : styles.three}>{children}</div>;
}
