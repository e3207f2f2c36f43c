import type { ReactNode } from 'react';
import { Switch, type SwitchProps } from './Switch.tsx';
import styles from './SwitchRow.module.css';

export interface SwitchRowProps extends SwitchProps {
  /** Explanation below the name. */
  readonly hint?: ReactNode;
}

/** A switch behind its name; a tap anywhere in the row toggles it. */
export function SwitchRow({ hint, ...props }: SwitchRowProps) {
  return (
    <label className={styles.row}>
      <span>
        <span className={styles.name} aria-hidden="true">
          {props.label}
        </span>
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
      <Switch {...props} />
    </label>
  );
}
