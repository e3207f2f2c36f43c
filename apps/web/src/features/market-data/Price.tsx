import { formatPrice } from '../../lib/format/index.ts';
import { classes } from '../../ui/kit/index.ts';
import type { LiveTicker } from '../live/index.ts';
import styles from './Price.module.css';

export interface PriceProps {
  readonly live: LiveTicker | null;
  readonly className?: string | undefined;
}

/** A last price that flashes when it moves. Each flash is a new element, so that the animation restarts. */
export function Price({ live, className }: PriceProps) {
  const flash = live?.flash ?? 0;
  return (
    <span
      key={flash}
      className={classes(
        styles.price,
        flash > 0 && live?.move === 'up' && styles.up,
        flash > 0 && live?.move === 'down' && styles.down,
        className,
      )}
    >
      {formatPrice(live?.ticker.last)}
    </span>
  );
}
