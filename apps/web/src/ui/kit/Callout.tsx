import type { ReactNode } from 'react';
import { classes, Icon, type IconName } from '@fft/kit';
import styles from './Callout.module.css';

export type CalloutTone = 'info' | 'good' | 'warn' | 'danger';

const toneIcons: Record<CalloutTone, IconName> = {
  info: 'info',
  good: 'shield-check',
  warn: 'warning',
  danger: 'warning',
};

export interface CalloutProps {
  readonly tone: CalloutTone;
  readonly title?: string;
  readonly icon?: IconName;
  /** At the end: a small button. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}

/** A note within the page. */
export function Callout({ tone, title, icon, action, children, className }: CalloutProps) {
  return (
    <div
      className={classes(styles.callout, styles[tone], className)}
      role={tone === 'info' || tone === 'good' ? undefined : 'status'}
    >
      <Icon name={icon ?? toneIcons[tone]} size={20} className={styles.icon} />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div className={styles.text}>{children}</div>}
      </div>
      {action}
    </div>
  );
}
