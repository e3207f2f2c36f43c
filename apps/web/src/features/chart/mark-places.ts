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
  readonly width: number;
}

interface Room {
  readonly heightOf: HeightOf;
  /** Labels end before it. */
  readonly width: number;
  /** What labels don't cover: legends, and the marks of the highest and the lowest price. */
  readonly taken: readonly Box[];
}

export const markHeight = 22;
const margin = 10;
const gap = 6;
/** Rows above and below the line in which a label is tried, nearest first. */
const rows = [0, 1, -1, 2, -2, 3, -3];

const right = ({ left, width }: Box): number => left + width;

const touches = (one: Box, other: Box): boolean =>
  one.left < right(other) + gap &&
  other.left < right(one) + gap &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

/** The places of labels, in their order: each on its line from the left, beside what is there, or in the next row with room. */
export function placeMarks(marks: readonly Placed[], room: Room): readonly Box[] {
  const boxes: Box[] = [];
  for (const mark of marks) boxes.push(placeOf(mark, room, [...room.taken, ...boxes]));
  return boxes;
}

function placeOf({ value, width }: Placed, room: Room, taken: readonly Box[]): Box {
  const middle = room.heightOf(value) - markHeight / 2;
  for (const row of rows) {
    const box = firstFree({ left: margin, top: middle + row * markHeight, width, height: markHeight }, room, taken);
    if (box !== null) return box;
  }
  return { left: margin, top: middle, width, height: markHeight };
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
