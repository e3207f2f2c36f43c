import type { ReactNode } from 'react';
import { classes } from '@fft/kit';
import styles from './Tag.module.css';

export type TagTone = 'plain' | 'accent' | 'good' | 'warn' | 'danger' | 'up' | 'down';

export interface TagProps {
  readonly tone?: TagTone;
  /** Tooltip with more detail. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** A state in a word. */
export function Tag({ tone = 'plain', title, children }: TagProps) {
  return (
    <span className={classes(styles.tag, styles[tone])} title={title}>
      {children}
    </span>
  );
}
