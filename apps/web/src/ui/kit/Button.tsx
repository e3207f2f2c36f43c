import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { classes, Icon, type IconName, Spinner, toast } from '@fft/kit';
import styles from './Button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'outline' | 'buy' | 'sell' | 'danger' | 'link';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant;
  /** 48, 44, or 32 px high; the small one keeps a target of 44. */
  readonly size?: 'large' | 'medium' | 'small';
  readonly icon?: IconName;
  /** As wide as what holds it. */
  readonly wide?: boolean;
  /** Shows a spinner, keeps place and width, and takes no taps. */
  readonly busy?: boolean;
  /** Why it can't be used now. It looks disabled and says this when tapped. */
  readonly disabledReason?: string | undefined;
  readonly children?: ReactNode;
}

/** What a customer presses. Never for navigation alone: that is a link. */
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
