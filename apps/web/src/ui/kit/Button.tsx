import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { classes, Icon, type IconName, Spinner, toast } from '@fft/kit';
import styles from './Button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'outline' | 'buy' | 'sell' | 'danger' | 'link';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant;
  /** 48, 44, or 32 px high; the small one keeps a target of 44 px. */
  readonly size?: 'large' | 'medium' | 'small';
  readonly icon?: IconName;
  /** Fills the width of its container. */
  readonly wide?: boolean;
  /** Shows a spinner, keeps position and width, and ignores taps. */
  readonly busy?: boolean;
  /** Reason why it can't be used now. The button looks disabled and shows the reason when tapped. */
  readonly disabledReason?: string | undefined;
  readonly children?: ReactNode;
}

/** Button for actions. For navigation alone, use a link. */
export function Button(props: ButtonProps) {
  const { variant = 'primary', size = 'large', icon, wide, busy, disabledReason, children, onClick, ...rest } = props;
  const off = disabledReason !== undefined;

  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (busy || off) {
      event.preventDefault();
      if (off && disabledReason !== '') toast(disabledReason);
      return;
    }
    onClick?.(event);
  }

  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      className={classes(
        styles.button,
        styles[variant],
        styles[size],
        wide && styles.wide,
        off && styles.off,
        rest.className,
      )}
    >
      {busy ? (
        <Spinner size={size === 'small' ? 14 : 18} />
      ) : icon ? (
        <Icon name={icon} size={size === 'small' ? 16 : 20} />
      ) : null}
      {children}
    </button>
  );
}
