import { classes } from '@fft/kit';
import styles from './ProgressRing.module.css';

export interface ProgressRingProps {
  /** Whole number from 0 to 100. */
  readonly percent: number;
  readonly tone?: 'accent' | 'up' | 'down';
  readonly size?: number;
  /** Name for screen readers. */
  readonly label: string;
}

/** Progress as a ring with the percentage inside. */
export function ProgressRing({ percent, tone = 'accent', size = 36, label }: ProgressRingProps) {
  const shown = Math.max(0, Math.min(100, percent));
  return (
    <span
      className={styles.ring}
      style={{ width: size, height: size }}
      role="progressbar"
      aria-label={label}
      aria-valuenow={shown}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <svg viewBox="0 0 36 36" aria-hidden="true">
        <circle className={styles.track} cx="18" cy="18" r="16" />
        {shown > 0 && (
          <circle
            className={classes(styles.part, styles[tone])}
            cx="18"
            cy="18"
            r="16"
            pathLength="100"
            strokeDasharray={`${shown} 100`}
          />
        )}
      </svg>
      <span className={styles.text} aria-hidden="true">
        {shown}%
      </span>
    </span>
  );
}
