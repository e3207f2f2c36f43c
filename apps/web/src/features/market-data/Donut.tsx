import { coinGlyphs } from './coin-glyphs.tsx';
import { donutArcs, type DonutPart } from './donut-parts.ts';
import styles from './Donut.module.css';

const colours: Readonly<Record<string, string>> = {
  BTC: '#f7a23b',
  USDT: '#2eb887',
  USDC: '#3f7be0',
  ETH: '#6c7cf0',
  SOL: '#9b6bf2',
  BNB: '#e6c34a',
  POL: '#c07be8',
  XRP: '#8fa0c4',
  DOGE: '#d3ab4f',
  LTC: '#b3bdd2',
  CNY: '#ff8f6b',
  USD: '#56b4e9',
};

/** A part's colour, in the ring and in the list beside it. */
export function partColour(coin: string | null): string {
  return coin === null ? '#5f6f99' : (colours[coin] ?? coinGlyphs[coin]?.from ?? '#5b8cff');
}

export interface DonutProps {
  readonly parts: readonly DonutPart[];
  /** In the middle: the largest part's share, and its name. */
  readonly share: string;
  readonly name: string;
}

/** Allocation chart. Decorative: the list beside it shows the same in words. */
export function Donut({ parts, share, name }: DonutProps) {
  const arcs = donutArcs(parts);
  return (
    <span className={styles.donut} aria-hidden="true">
      <svg viewBox="0 0 104 104">
        <g transform="rotate(-90 52 52)">
          {arcs.map((arc, index) => (
            <circle
              key={parts[index]?.coin ?? 'other'}
              className={styles.arc}
              cx="52"
              cy="52"
              r="44"
              pathLength="1000"
              stroke={partColour(parts[index]?.coin ?? null)}
              strokeDasharray={`${arc.length} ${1000 - arc.length}`}
              strokeDashoffset={-arc.start}
            />
          ))}
        </g>
      </svg>
      <span className={styles.middle}>
        <span className={styles.share}>{share}</span>
        <span className={styles.name}>{name}</span>
      </span>
    </span>
  );
}
