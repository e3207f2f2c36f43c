import { formatMinute } from '@fft/kit';
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { chartPath, type Point } from './chart-path.ts';
import styles from './Chart.module.css';

export interface ChartProps {
  readonly title: string;
  /** Oldest first. */
  readonly points: readonly Point[];
  readonly format: (value: number) => string;
  /** Shown while there are fewer than two points. */
  readonly empty: string;
  readonly tone?: 'accent' | 'good' | 'warn';
}

const height = 92;

/** A line chart over time; the pointer reads single values. */
export function Chart({ title, points, format, empty, tone = 'accent' }: ChartProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const path = width > 0 ? chartPath(points, { width, height }) : null;
  const shown = points[at ?? points.length - 1];
  const spot = at === null ? undefined : path?.spots[at];

  function point(event: PointerEvent<SVGSVGElement>): void {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const spots = path?.spots ?? [];
    let nearest = 0;
    for (const [index, candidate] of spots.entries())
      if (Math.abs(candidate.x - x) < Math.abs((spots[nearest]?.x ?? 0) - x)) nearest = index;
    setAt(nearest);
  }

  return (
    <figure className={styles.chart}>
      <figcaption className={styles.top}>
        <span className={styles.title}>{title}</span>
        <span className={styles.time}>{spot && shown ? formatMinute(shown.time) : ''}</span>
        <span className={styles.value}>{shown ? format(shown.value) : '--'}</span>
      </figcaption>
      <div ref={box} className={styles.box}>
        {path ? (
          <svg
            className={styles[tone]}
            width={width}
            height={height}
            viewBox={`0 0 ${width} ${height}`}
            aria-hidden="true"
            onPointerMove={point}
            onPointerLeave={() => setAt(null)}
          >
            <defs>
              <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
                <stop offset="0" className={styles.dense} />
                <stop offset="1" className={styles.thin} />
              </linearGradient>
            </defs>
            {[0.5, height / 2, height - 0.5].map((y) => (
              <path key={y} d={`M0 ${y}H${width}`} className={styles.rule} />
            ))}
            <path d={path.area} fill={`url(#${id})`} />
            <path d={path.line} className={styles.line} />
            {spot && <path d={`M${spot.x} 0V${height}`} className={styles.cross} />}
            {spot && <circle cx={spot.x} cy={spot.y} r="3.5" className={styles.spot} />}
          </svg>
        ) : (
          <p className={styles.empty}>{empty}</p>
        )}
        {path && <span className={styles.high}>{format(path.high)}</span>}
      </div>
      <p className={styles.times} aria-hidden="true">
        <span>{path ? formatMinute(points[0]?.time) : ''}</span>
        <span>{path ? formatMinute(points.at(-1)?.time) : ''}</span>
      </p>
    </figure>
  );
}
