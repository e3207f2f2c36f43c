import type { ReactNode } from 'react';
import { encode } from 'uqr';
import { classes } from './classes.ts';
import styles from './QrCode.module.css';

export interface QrCodeProps {
  readonly text: string;
  /** Its name for screen readers; what it says stands beside it as text. */
  readonly label: string;
  readonly size?: number;
  readonly className?: string | undefined;
  /** In its middle, of at most a fifth of its width: what it covers is made up for. */
  readonly mark?: ReactNode;
}

/** A QR code, dark on white whatever the theme: cameras want that. */
export function QrCode({ text, label, size = 176, className, mark }: QrCodeProps) {
  const code = encode(text, { border: 2, ecc: mark === undefined ? 'L' : 'H' });
  const path = code.data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  const drawn = (
    <svg
      className={classes(styles.code, className)}
      width={size}
      height={size}
      viewBox={`0 0 ${code.size} ${code.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
  if (mark === undefined) return drawn;
  return (
    <span className={styles.marked}>
      {drawn}
      <span className={styles.mark}>{mark}</span>
    </span>
  );
}
