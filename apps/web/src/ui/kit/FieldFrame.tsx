import type { ReactNode } from 'react';
import { classes, Icon } from '@fft/kit';
import styles from './Field.module.css';

export interface FieldFrameProps {
  readonly id: string;
  readonly inputId: string;
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly aside?: ReactNode;
  readonly hideLabel?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Label above and error or hint below; the input goes in between. */
export function FieldFrame({
  id,
  inputId,
  label,
  error,
  hint,
  aside,
  hideLabel,
  className,
  children,
}: FieldFrameProps) {
  return (
    <div className={classes(styles.field, className)}>
      <div className={classes(styles.top, hideLabel && styles.hidden)}>
        <label className={styles.label} htmlFor={inputId}>
          {label}
        </label>
        {aside}
      </div>
      {children}
      {error ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          <Icon name="warning" size={16} />
          {error}
        </p>
      ) : hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
