import type { ReactNode } from 'react';
import { encode } from 'uqr';
import { classes } from './classes.ts';
import styles from './QrCode.module.css';

export interface QrCodeProps {
  readonly text: string;
  /** Name for screen readers; the content is also shown as text beside it. */
  readonly label: string;
  readonly size?: number;
  readonly className?: string | undefined;
  /** Shown in the middle, at most a fifth of the width: error correction restores what it covers. */
  readonly mark?: ReactNode;
}

/** A QR code, dark on white in every theme, as cameras need it. */
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
