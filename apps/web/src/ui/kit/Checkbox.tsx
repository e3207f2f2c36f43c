import type { ReactNode } from 'react';
import { Icon } from '@fft/kit';
import styles from './Checkbox.module.css';

export interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Shown beside the box; also its name. */
  readonly children: ReactNode;
  readonly name?: string;
  readonly disabled?: boolean;
}

/** A checkbox whose text is a part of the target. */
export function Checkbox({ checked, onChange, children, name, disabled }: CheckboxProps) {
  return (
    <label className={styles.choice}>
      <span className={styles.box}>
        <input
          className={styles.input}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          {...(name !== undefined && { name })}
          {...(disabled !== undefined && { disabled })}
        />
        <Icon name="check" size={14} className={styles.mark} />
      </span>
      <span>{children}</span>
    </label>
  );
}
