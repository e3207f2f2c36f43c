import type { ButtonHTMLAttributes } from 'react';
import { classes, Icon, type IconName } from '@fft/kit';
import styles from './IconButton.module.css';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  readonly icon: IconName;
  /** Its name for screen readers. */
  readonly label: string;
  readonly size?: number;
  /** For a button that stays in or out. */
  readonly pressed?: boolean;
}

/** A drawing to press, in a target of 44 × 44. */
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
