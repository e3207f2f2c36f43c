import { classes, Icon } from '@fft/kit';
import type { ReactNode } from 'react';
import styles from './Callout.module.css';

export interface CalloutProps {
  readonly tone?: 'info' | 'warn' | 'danger' | 'good';
  readonly children: ReactNode;
}

/** A highlighted paragraph above or inside a form. */
export function Callout({ tone = 'info', children }: CalloutProps) {
  return (
    <div className={classes(styles.callout, styles[tone])}>
      <Icon name={tone === 'info' ? 'info' : tone === 'good' ? 'check' : 'warning'} size={18} />
      <div>{children}</div>
    </div>
  );
}
