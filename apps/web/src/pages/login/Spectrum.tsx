import { Logo } from '../../ui/kit/index.ts';
import styles from './Spectrum.module.css';

/** Heights of the bars, from the logo outwards. */
const leftBars = [26, 58, 42, 50, 33, 50, 19, 22, 22, 27, 16, 13, 13, 12, 9, 9];
const rightBars = [35, 48, 24, 61, 38, 45, 25, 25, 16, 24, 13, 18, 11, 11, 8, 8];
/** Distances from the middle to the first bar, and from bar to bar. */
const first = 51;
const gap = 9.7;

function bar(side: 1 | -1) {
  return (height: number, index: number) => (
    <rect
      key={index}
      x={195 + side * (first + index * gap) - 2.2}
      y={60 - height / 2}
      width="4.4"
      height={height}
      rx="2.2"
      opacity={Math.max(0.12, 0.55 - index * 0.03)}
    />
  );
}

/** The brand's spectrum with the logo in the middle. */
export function Spectrum() {
  return (
    <div className={styles.spectrum}>
      <svg className={styles.bars} viewBox="0 0 390 120" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {leftBars.map(bar(-1))}
        {rightBars.map(bar(1))}
      </svg>
      <span className={styles.logo}>
        <Logo size={72} decorative />
      </span>
    </div>
  );
}
