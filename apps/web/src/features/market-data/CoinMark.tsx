import { coinGlyphs, moneySigns } from './coin-glyphs.tsx';
import { classes } from '../../ui/kit/index.ts';
import styles from './CoinMark.module.css';

export interface CoinMarkProps {
  readonly coin: string;
  /** Diameter in CSS px: 16, 20, 24, 32 or 40. */
  readonly size?: number;
}

/** A coin's disc with its glyph, a currency sign, or initials. Decorative: the coin's name is shown beside it. */
export function CoinMark({ coin, size = 32 }: CoinMarkProps) {
  const mark = coinGlyphs[coin];
  const sign = moneySigns[coin];
  const letters = sign ?? coin.slice(0, 2);
  return (
    <span
      className={classes(styles.mark, sign !== undefined && styles.money)}
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * (letters.length > 2 ? 0.3 : 0.42)),
        ...(mark && { background: `linear-gradient(135deg, ${mark.from}, ${mark.to})` }),
      }}
      aria-hidden="true"
    >
      {mark ? <svg viewBox="0 0 40 40">{mark.glyph}</svg> : <span className={styles.letters}>{letters}</span>}
    </span>
  );
}
