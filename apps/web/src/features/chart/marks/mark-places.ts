/** The height of a price in the chart, CSS px. */
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
  /** Its width with its whole text, and with ever shorter ones. */
  readonly widths: readonly number[];
}

interface Room {
  readonly heightOf: HeightOf;
  /** Labels end before it. */
  readonly width: number;
  readonly height: number;
  /** All legends that there are while a candle is pointed at, and those that are always there. */
  readonly legends: { readonly pointed: Box; readonly always: Box };
  /** The marks of the highest and the lowest price. */
  readonly extremes: readonly Box[];
}

/** A label's place, and which of its texts has room there. */
interface Place extends Box {
  readonly text: number;
}

export const markHeight = 22;
const margin = 10;
const gap = 6;
/** Rows above and below the line in which a label is tried. */
const rows = [0, 1, -1, 2, -2, 3, -3];
const maxDistance = 5 * markHeight;

const right = ({ left, width }: Box): number => left + width;

const touches = (one: Box, other: Box): boolean =>
  one.left < right(other) + gap &&
  other.left < right(one) + gap &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

/**
 * The places of labels, in their order: each on its line from the left, beside what is there, or above or below it where there is room. In a crowded chart
 * labels are shortened.
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
  // Where there is no room for everything, legends are covered first, then other labels, and prices last.
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

/** The heights at which a label is tried, nearest first: on its line, in rows, and right above and below what is there. */
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

/** Height of a price's label on the axis, and of the last price's label above and below its middle, with the countdown. */
const labelHeight = 20;
const lastLabel = { above: 10, below: 28 };

/** The middles of prices on the axis, in their order: beside the last price's; null where an earlier one is. */
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
