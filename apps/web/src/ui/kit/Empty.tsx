import type { ReactNode } from 'react';
import styles from './Empty.module.css';
import { Drawing, type DrawingName } from './Drawing.tsx';

export interface EmptyProps {
  readonly drawing?: DrawingName;
  readonly title: string;
  readonly children?: ReactNode;
  /** One action: a button. */
  readonly action?: ReactNode;
}

/** An empty state: a drawing, a sentence, and one action. */
export function Empty({ drawing = 'list', title, children, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <Drawing name={drawing} />
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
