import type { PanelName, Side } from './layout.ts';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Length that two stretches have in common. */
const overlap = (from: number, to: number, otherFrom: number, otherTo: number): number =>
  Math.min(to, otherTo) - Math.max(from, otherFrom);

/** Free room between two boxes in this direction, negative if the other isn't there, and the edge that they share. */
function relation(box: Box, other: Box, side: Side): readonly [distance: number, edge: number] {
  const isBeside = side === 'left' || side === 'right';
  const edge = isBeside
    ? overlap(box.top, box.bottom, other.top, other.bottom)
    : overlap(box.left, box.right, other.left, other.right);
  const distances = {
    left: box.left - other.right,
    right: other.left - box.right,
    top: box.top - other.bottom,
    bottom: other.top - box.bottom,
  };
  return [distances[side], edge];
}

/** Borders overlap by this much at most, CSS px. */
const slack = 2;

/** The nearest panel on a side; of several, the one that shares the longest edge. Null at the workspace's border. */
export function neighbourOf(boxes: ReadonlyMap<PanelName, Box>, name: PanelName, side: Side): PanelName | null {
  const box = boxes.get(name);
  if (box === undefined) return null;
  const beside = [...boxes]
    .filter(([other]) => other !== name)
    .map(([other, at]) => [other, ...relation(box, at, side)] as const)
    .filter(([, distance, edge]) => distance >= -slack && edge > slack)
    .toSorted(([, a, edgeA], [, b, edgeB]) => a - b || edgeB - edgeA);
  return beside[0]?.[0] ?? null;
}

/** The side of a box that a point is nearest to. */
export function nearestSide({ left, top, right, bottom }: Box, x: number, y: number): Side {
  const across = (x - left) / (right - left);
  const down = (y - top) / (bottom - top);
  const distances = { left: across, right: 1 - across, top: down, bottom: 1 - down };
  const sides = ['left', 'right', 'top', 'bottom'] as const;
  return sides.toSorted((a, b) => distances[a] - distances[b])[0] ?? 'left';
}
