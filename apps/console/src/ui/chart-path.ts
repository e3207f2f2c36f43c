export interface Point {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly value: number;
}

export interface ChartBox {
  readonly width: number;
  readonly height: number;
}

export interface ChartPath {
  readonly line: string;
  readonly area: string;
  /** The position of each point. */
  readonly spots: readonly { readonly x: number; readonly y: number }[];
  /** The lowest and highest value of the box. */
  readonly low: number;
  readonly high: number;
}

/** A round number at or above a value: 1, 2, 2.5 or 5 times a power of ten. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 5, 10].find((multiple) => multiple * power >= value) ?? 10;
  return step * power;
}

/** Fits points (oldest first) into a box. The box starts at zero unless all values are far from it. */
export function chartPath(points: readonly Point[], { width, height }: ChartBox): ChartPath | null {
  const [first, last] = [points[0], points.at(-1)];
  if (points.length < 2 || first === undefined || last === undefined || last.time === first.time) return null;
  const values = points.map(({ value }) => value);
  const max = Math.max(...values);
  const min = Math.min(...values);
  const isFar = min > 0 && max - min < max / 4;
  const low = isFar ? Math.max(0, min - (max - min || max / 10)) : Math.min(0, min);
  const high = isFar ? max + (max - min || max / 10) : roundUp(max);
  const spots = points.map(({ time, value }) => ({
    x: rounded(((time - first.time) / (last.time - first.time)) * width),
    y: rounded(height - ((value - low) / (high - low)) * height),
  }));
  const line = `M${spots.map(({ x, y }) => `${x} ${y}`).join('L')}`;
  return { line, area: `${line}L${width} ${height}L0 ${height}Z`, spots, low, high };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
