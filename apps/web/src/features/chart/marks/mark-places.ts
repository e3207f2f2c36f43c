/** Converts a price to its distance from the chart's top, CSS px. */
export type HeightOf = (price: number) => number;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A label to place at a price. */
interface Placed {
  readonly value: number;
  /** Widths of the label, CSS px: with the whole text, then with ever shorter ones. */
  readonly widths: readonly number[];
}

interface Room {
  readonly heightOf: HeightOf;
  /** Right edge for labels, CSS px. */
  readonly width: number;
  readonly height: number;
  /** The area of the legends while a candle is pointed at, and of the permanent legends. */
  readonly legends: { readonly pointed: Box; readonly always: Box };
  /** The marks of the highest and the lowest price. */
  readonly extremes: readonly Box[];
}

/** A label's box, and the index of the text that fits into it. */
interface Place extends Box {
  readonly text: number;
}

export const markHeight = 22;
const margin = 10;
const gap = 6;
/** Rows to try for a label: its line's own (0), rows below (positive) and above (negative). */
const rows = [0, 1, -1, 2, -2, 3, -3];
const maxDistance = 5 * markHeight;

const right = ({ left, width }: Box): number => left + width;

const touches = (one: Box, other: Box): boolean =>
  one.left < right(other) + gap &&
  other.left < right(one) + gap &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

/**
 * Returns the boxes of labels, in their order. A label goes on its line from the left, beside other marks, or above or below the line.
 * In a crowded chart, labels get shorter texts.
 */
export function placeMarks(marks: readonly Placed[], room: Room): readonly Place[] {
  const places: Place[] = [];
  for (const mark of marks) places.push(placeOf(mark, room, places));
  return places;
}

function placeOf({ value, widths }: Placed, room: Room, before: readonly Box[]): Place {
  const { heightOf, height, legends, extremes } = room;
  const y = heightOf(value);
  const isInSight = y >= 0 && y <= height;
  const line = y - markHeight / 2;
  const top = isInSight ? Math.min(Math.max(line, 0), height - markHeight) : line;
  const onLine = { left: margin, top, height: markHeight };
  const whole = { ...onLine, width: widths[0] ?? 0, text: 0 };
  if (!isInSight) return whole;
  const marked = [...extremes, ...before];
  // Without room for everything, a label covers legends first, then other labels, and the marked prices last.
  const tries = [
    { taken: [legends.pointed, ...marked], texts: [0] },
    { taken: [legends.always, ...marked], texts: [...widths.keys()] },
    { taken: marked, texts: [...widths.keys()] },
    { taken: extremes, texts: [widths.length - 1] },
  ];
  for (const { taken, texts } of tries) {
    for (const text of texts) {
      const label = { ...onLine, width: widths[text] ?? 0 };
      for (const near of topsNear(top, taken, height)) {
        const box = firstFree({ ...label, top: near }, room, taken);
        if (box !== null) return { ...box, text };
      }
    }
  }
  return whole;
}

/** Tops to try for a label, nearest to its line first: in rows, and directly above and below other marks. */
function topsNear(line: number, taken: readonly Box[], height: number): readonly number[] {
  const beside = taken.flatMap(({ top, height: other }) => [top - markHeight, top + other]);
  const distance = (top: number): number => Math.abs(top - line);
  return [...rows.map((row) => line + row * markHeight), ...beside]
    .filter((top) => distance(top) <= maxDistance && top >= 0 && top + markHeight <= height)
    .toSorted((one, other) => distance(one) - distance(other));
}

function firstFree(start: Box, room: Room, taken: readonly Box[]): Box | null {
  let box = start;
  while (right(box) <= room.width) {
    const hit = taken.find((other) => touches(box, other));
    if (hit === undefined) return box;
    box = { ...box, left: right(hit) + gap };
  }
  return null;
}

/** Height of a price's label on the axis, CSS px. The last price's label includes the countdown: its extent above and below its middle. */
const labelHeight = 20;
const lastLabel = { above: 10, below: 28 };

/** Middles of price labels on the axis, in order, CSS px. A label moves clear of the last price's; null if an earlier label is in the way. */
export function placeAxisLabels(
  values: readonly number[],
  heightOf: HeightOf,
  last: number | null,
): readonly (number | null)[] {
  const places: (number | null)[] = [];
  for (const value of values) {
    const y = besideLast(heightOf(value), last);
    const isTaken = places.some((other) => other !== null && Math.abs(other - y) < labelHeight);
    places.push(isTaken ? null : y);
  }
  return places;
}

function besideLast(y: number, last: number | null): number {
  if (last === null) return y;
  const top = last - lastLabel.above - labelHeight / 2;
  const bottom = last + lastLabel.below + labelHeight / 2;
  if (y <= top || y >= bottom) return y;
  return y <= last ? top : bottom;
}
