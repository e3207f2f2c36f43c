import type { ButtonHTMLAttributes } from 'react';
import { classes, Icon, type IconName } from '@fft/kit';
import styles from './IconButton.module.css';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: IconName;
  /** Name for screen readers. */
  readonly label: string;
  readonly size?: number;
  /** State of a toggle button. */
  readonly pressed?: boolean;
}

/** An icon as a button, with a target of 44 × 44 px. */
export function IconButton({ icon, label, size = 22, pressed, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(styles.button, className)}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
    >
      <Icon name={icon} size={size} />
    </button>
  );
}
