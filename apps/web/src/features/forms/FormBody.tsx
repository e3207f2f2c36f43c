import type { ReactNode } from 'react';
import { classes } from '../../ui/kit/index.ts';
import styles from './FormBody.module.css';

export interface FormBodyProps {
  readonly onSubmit: (event: { preventDefault(): void }) => void;
  /** For a submit button outside the form. */
  readonly id?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A column of fields; Enter submits it. The app shows the errors, not the browser. */
export function FormBody({ onSubmit, id, className, children }: FormBodyProps) {
  return (
    <form id={id} className={classes(styles.form, className)} onSubmit={onSubmit} noValidate>
      {children}
    </form>
  );
}
