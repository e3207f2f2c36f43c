import type { ReactNode } from 'react';
import styles from './Form.module.css';

/** Fields side by side: two, or three. */
export function Row({ of = 2, children }: { readonly of?: 2 | 3; readonly children: ReactNode }) {
  return <div className={of === 2 ? styles.pair : styles.three}>{children}</div>;
}
