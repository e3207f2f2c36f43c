import styles from './BannerArt.module.css';

/** Candles of the drawing: position, body and wick in the box. */
const candles = [
  [44, 52, 18, 46, 36],
  [62, 40, 22, 32, 42],
  [80, 46, 14, 40, 28],
  [98, 26, 26, 18, 46],
] as const;

/** Drawing for a banner without a picture; banners alternate between the drawings. */
export function BannerArt({ index }: { readonly index: number }) {
  return (
    <svg className={styles.art} width="150" height="92" viewBox="0 0 150 92" aria-hidden="true">
      <g className={styles.rings}>
        <circle cx="84" cy="46" r="32" />
        <circle cx="84" cy="46" r="48" />
        <circle cx="84" cy="46" r="66" />
      </g>
      <circle className={styles.spark} cx="46" cy="66" r="2.5" />
      <circle className={styles.spark} cx="126" cy="22" r="3" />
      {index % 2 === 0 ? (
        candles.map(([x, top, height, from, length]) => (
          <g key={x} className={styles.candle}>
            <path d={`M${x + 5} ${from}v${length}`} />
            <rect x={x} y={top} width="10" height={height} rx="2" />
          </g>
        ))
      ) : (
        <g className={styles.coin}>
          <circle cx="84" cy="46" r="21" />
          <path d="M84 34v24M74 48l10 10 10-10" />
        </g>
      )}
    </svg>
  );
}
