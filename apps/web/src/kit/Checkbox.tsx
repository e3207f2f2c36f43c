import { Checkbox as Headless } from '@base-ui/react/checkbox';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Checkbox.module.css';

export interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Stands beside the box and is its name. */
  readonly children: ReactNode;
  readonly name?: string;
  readonly disabled?: boolean;
}

/** Something to tick, its text a part of the target. */
export function Checkbox({ checked, onChange, children, name, disabled }: CheckboxProps) {
  return (
    <label className={styles.choice}>
      <Headless.Root
        className={styles.box}
        checked={checked}
        onCheckedChange={onChange}
        {...(name !== undefined && { name })}
        {...(disabled !== undefined && { disabled })}
      >
        <Headless.Indicator className={styles.mark}>
          <Icon name="check" size={14} />
        </Headless.Indicator>
      </Headless.Root>
      <span>{children}</span>
    </label>
  );
}
