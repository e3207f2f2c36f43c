import { encode } from 'uqr';
import { classes } from './classes.ts';
import styles from './QrCode.module.css';

export interface QrCodeProps {
  readonly text: string;
  /** Its name for screen readers; what it says stands beside it as text. */
  readonly label: string;
  readonly size?: number;
  readonly className?: string | undefined;
}

/** A QR code, dark on white whatever the theme: cameras want that. */
export function QrCode({ text, label, size = 176, className }: QrCodeProps) {
  const code = encode(text, { border: 2 });
  const path = code.data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
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
}
