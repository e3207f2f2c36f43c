import { classes } from '@fft/kit';
import type { ReactNode } from 'react';
import styles from './Tag.module.css';

export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'danger';

/** A state as a short coloured label. */
export function Tag({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className={classes(styles.tag, styles[tone])} data-tag>
      {children}
    </span>
  );
}
