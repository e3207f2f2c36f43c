/** A sparkline as SVG paths: the line and the area under it. */
export interface SparklinePath {
  readonly line: string;
  readonly area: string;
}

/** Scales closes (oldest first) into a box; the highest touches the top, the lowest the bottom, a flat line runs through the middle. */
export function sparklinePath(closes: readonly string[], width: number, height: number): SparklinePath | null {
  const values = closes.map(Number).filter(Number.isFinite);
  if (values.length < 2) return null;
  const low = Math.min(...values);
  const span = Math.max(...values) - low;
  const step = width / (values.length - 1);
  const points = values.map((value, index) => {
    const y = span === 0 ? height / 2 : height - ((value - low) / span) * height;
    return `${round(index * step)} ${round(y)}`;
  });
  const line = `M${points.join('L')}`;
  return { line, area: `${line}L${round(width)} ${height}L0 ${height}Z` };
}

const round = (value: number): string => String(Math.round(value * 100) / 100);
