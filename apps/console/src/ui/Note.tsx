import { classes, Icon } from '@fft/kit';
import type { ReactNode } from 'react';
import styles from './Note.module.css';

export interface NoteProps {
  readonly tone?: 'info' | 'warn' | 'danger' | 'good';
  readonly children: ReactNode;
}

/** A highlighted paragraph above or inside a form. */
export function Note({ tone = 'info', children }: NoteProps) {
  return (
    <div className={classes(styles.note, styles[tone])}>
      <Icon name={tone === 'info' ? 'info' : tone === 'good' ? 'check' : 'warning'} size={18} />
      <div>{children}</div>
    </div>
  );
}
