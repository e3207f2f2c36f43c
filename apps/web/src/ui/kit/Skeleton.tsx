import { classes } from '@fft/kit';
import styles from './Skeleton.module.css';

export interface SkeletonProps {
  /** CSS width and height; by default, a line of text. */
  readonly width?: number | string;
  readonly height?: number | string;
  readonly round?: boolean;
  readonly className?: string | undefined;
}

/** A grey shape in place of loading content. All of them pulse in step. */
export function Skeleton({ width = '100%', height = 14, round, className }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      data-skeleton=""
      className={classes(styles.skeleton, round && styles.round, className)}
      style={{ width, height }}
    />
  );
}
