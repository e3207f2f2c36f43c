import type { ValuePoint } from '@fft/contract';

export interface Curve {
  /** SVG paths. */
  readonly value: string;
  readonly invested: string;
  readonly area: string;
  readonly places: readonly { readonly x: number; readonly y: number }[];
  /** Index of the point nearest to a place. */
  readonly nearest: (x: number) => number;
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** Room above and below the lines. */
const margin = 6;

/** Scales points (oldest first) into a box by their time; both lines have the same scale. Pictures may use floating point, figures don't come from here. */
export function curveOf(points: readonly ValuePoint[], { width, height }: Box): Curve {
  const times = points.map(({ time }) => time);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const amounts = points.flatMap(({ value, invested }) => [Number(value), Number(invested)]);
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  const xOf = (time: number): number => (last === first ? 0 : round(((time - first) / (last - first)) * width));
  const yOf = (amount: number): number =>
    high === low ? height / 2 : round(height - margin - ((amount - low) / (high - low)) * (height - 2 * margin));
  const places = points.map(({ time, value }) => ({ x: xOf(time), y: yOf(Number(value)) }));
  const value = lineOf(places);
  return {
    value,
    invested: lineOf(points.map(({ time, invested }) => ({ x: xOf(time), y: yOf(Number(invested)) }))),
    area: `${value}L${width} ${height}L0 ${height}Z`,
    places,
    nearest: (x) =>
      places.reduce(
        (best, place, index) => (Math.abs(place.x - x) < Math.abs((places[best]?.x ?? 0) - x) ? index : best),
        0,
      ),
  };
}

const lineOf = (places: Curve['places']): string => `M${places.map(({ x, y }) => `${x} ${y}`).join('L')}`;

const round = (value: number): number => Math.round(value * 100) / 100;
