import type { MarketState } from '@fft/contract';
import { directionOf, formatChange } from '../../lib/format/index.ts';
import { classes } from '../../ui/kit/index.ts';
import { marketTexts } from '../../i18n/market.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './Change.module.css';

export interface ChangeProps {
  /** A signed fraction; null before the first trade. */
  readonly change: string | null;
  /** Out of date: grey instead of coloured. */
  readonly stale?: boolean;
  /** A market that isn't open shows its state instead. */
  readonly state?: MarketState | undefined;
  readonly className?: string | undefined;
}

/** A change with sign and arrow, two places; zero is grey without arrow. */
export function Change({ change, stale, state = 'open', className }: ChangeProps) {
  const t = useTexts(marketTexts);
  const direction = directionOf(change);
  if (state !== 'open')
    return <span className={classes(styles.change, styles.closed, className)}>{t.states[state]}</span>;
  return (
    <span className={classes(styles.change, !stale && styles[direction], className)}>
      {direction !== 'none' && <Arrow direction={direction} />}
      {formatChange(change)}
    </span>
  );
}

/** The change on a tint of its colour, with a fixed width; the small one is for titles. */
export function ChangePill({ change, stale, state, small }: ChangeProps & { readonly small?: boolean }) {
  const tint = !stale && (state ?? 'open') === 'open' && styles[`${directionOf(change)}Tint`];
  return (
    <Change
      change={change}
      state={state}
      className={classes(styles.pill, small && styles.small, tint)}
      {...(stale && { stale })}
    />
  );
}

/** A small triangle that says the direction without colour. */
export function Arrow({ direction, size = 8 }: { readonly direction: 'up' | 'down'; readonly size?: number }) {
  return (
    <svg className={styles.arrow} width={size} height={size} viewBox="0 0 8 8" aria-hidden="true">
      <path d={direction === 'up' ? 'M4 1l3.5 6h-7z' : 'M4 7L.5 1h7z'} fill="currentColor" />
    </svg>
  );
}
