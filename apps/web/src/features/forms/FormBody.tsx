import type { ReactNode } from 'react';
import { classes } from '../../ui/kit/index.ts';
import styles from './FormBody.module.css';

export interface FormBodyProps {
  readonly onSubmit: (event: { preventDefault(): void }) => void;
  /** For a button that stands outside, by its `form`. */
  readonly id?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Fields one below the other; Enter sends them. What is wrong is told by the app, not by the browser. */
export function FormBody({ onSubmit, id, className, children }: FormBodyProps) {
  return (
    <form id={id} className={classes(styles.form, className)} onSubmit={onSubmit} noValidate>
      {children}
    </form>
  );
}
