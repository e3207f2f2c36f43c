import { classes, Icon, type IconName, Spinner } from '@fft/kit';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './Button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'primary' | 'secondary' | 'outline' | 'good' | 'danger' | 'link';
  readonly size?: 'large' | 'medium' | 'small';
  readonly icon?: IconName;
  /** The key that does the same, shown on it. */
  readonly hotkey?: string;
  /** Shows a spinner, keeps its place, and takes no clicks. */
  readonly busy?: boolean;
  readonly children?: ReactNode;
}

/** What an operator presses. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  hotkey,
  busy,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={busy ? undefined : onClick}
      aria-busy={busy || undefined}
      aria-keyshortcuts={hotkey}
      className={classes(styles.button, styles[variant], styles[size], className)}
    >
      {busy ? <Spinner size={16} /> : icon ? <Icon name={icon} size={18} /> : null}
      {children}
      {hotkey && <kbd aria-hidden="true">{hotkey.toUpperCase()}</kbd>}
    </button>
  );
}

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: IconName;
  /** Its name for screen readers, and what a pointer that rests on it tells. */
  readonly label: string;
}

/** A button that is an icon alone. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={classes(styles.icon, className)} aria-label={label} title={label}>
      <Icon name={icon} size={20} />
    </button>
  );
}
