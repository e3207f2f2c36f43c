import type { ReactNode } from 'react';
import styles from './FieldRow.module.css';

/** Two or three fields side by side. */
export function FieldRow({ columns = 2, children }: { readonly columns?: 2 | 3; readonly children: ReactNode }) {
  return <div className={columns === 2 ? styles.pair : styles.three}>{children}</div>;
}
