import { classes, Icon, type IconName, Spinner } from '@fft/kit';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './Button.module.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: 'primary' | 'secondary' | 'outline' | 'good' | 'danger' | 'link';
  readonly size?: 'large' | 'medium' | 'small';
  readonly icon?: IconName;
  /** The equivalent key, shown on the button. */
  readonly hotkey?: string;
  /** Shows a spinner and ignores clicks. */
  readonly busy?: boolean;
  readonly children?: ReactNode;
}

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
  /** Accessible name and tooltip. */
  readonly label: string;
}

/** A button with only an icon. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={classes(styles.icon, className)} aria-label={label} title={label}>
      <Icon name={icon} size={20} />
    </button>
  );
}
