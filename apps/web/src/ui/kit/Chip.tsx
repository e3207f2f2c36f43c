import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { classes, Icon, type IconName } from '@fft/kit';
import styles from './Chip.module.css';

export interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly chosen?: boolean;
  readonly icon?: IconName;
  /** Shows a small arrow, for a chip that opens a list. */
  readonly opens?: boolean;
  readonly children: ReactNode;
}

/** A small filter or preset value. */
export function Chip({ chosen, icon, opens, children, className, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={opens ? undefined : (chosen ?? false)}
      aria-haspopup={opens ? 'dialog' : undefined}
      {...rest}
      className={classes(styles.chip, chosen && styles.chosen, className)}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
      {opens && <Icon name="chevron-down" size={14} />}
    </button>
  );
}
