import { memo, useId } from 'react';
import { sparklinePath } from './sparkline-path.ts';
import styles from './Sparkline.module.css';

export interface SparklineProps {
  /** Oldest first. */
  readonly closes: readonly string[];
  readonly tone: 'up' | 'down' | 'flat';
  readonly width?: number;
  readonly height?: number;
}

/** A day's closes as a thin line with a fading area. Decorative: the change is shown beside it. */
export const Sparkline = memo(function Sparkline({ closes, tone, width = 48, height = 24 }: SparklineProps) {
  const id = useId();
  const path = sparklinePath(closes, width, height);
  return (
    <svg
      className={styles[tone]}
      width={width}
      height={height}
      preserveAspectRatio="none"
      viewBox={`0 -1 ${width} ${height + 2}`}
      aria-hidden="true"
    >
      {path && (
        <>
          <defs>
            <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" className={styles.top} />
              <stop offset="1" className={styles.bottom} />
            </linearGradient>
          </defs>
          <path d={path.area} fill={`url(#${id})`} />
          <path d={path.line} className={styles.line} />
        </>
      )}
    </svg>
  );
});
