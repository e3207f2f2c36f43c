import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './Tag.module.css';

export type TagTone = 'plain' | 'accent' | 'good' | 'warn' | 'danger' | 'up' | 'down';

/** A state in a word. */
export function Tag({ tone = 'plain', children }: { readonly tone?: TagTone; readonly children: ReactNode }) {
  return <span className={classes(styles.tag, styles[tone])}>{children}</span>;
}
