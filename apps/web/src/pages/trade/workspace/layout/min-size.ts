import { isPanel, type Node, type PanelName } from './layout.ts';

/** Least size of a part, CSS px: its width in a row, its height in a column. */
export interface MinSize {
  readonly row: number;
  readonly column: number;
}

/** Panels scroll within these sizes, and none of their numbers is cut off. */
const minSizes: Readonly<Record<PanelName, MinSize>> = {
  markets: { row: 210, column: 150 },
  coin: { row: 180, column: 110 },
  chart: { row: 300, column: 240 },
  book: { row: 215, column: 220 },
  trades: { row: 215, column: 110 },
  ticket: { row: 250, column: 200 },
  orders: { row: 340, column: 120 },
  ladder: { row: 280, column: 220 },
};

/** Thickness of a border between two parts, CSS px. */
const border = 5;

/** The least size in which a part shows what is in it. */
export function minSizeOf(node: Node): MinSize {
  if (isPanel(node)) return minSizes[node];
  const inner = node.parts.map((part) => minSizeOf(part.node));
  const along = inner.reduce((sum, least) => sum + least[node.direction], border * (inner.length - 1));
  const across = node.direction === 'row' ? 'column' : 'row';
  const widest = Math.max(...inner.map((least) => least[across]));
  return node.direction === 'row' ? { row: along, column: widest } : { row: widest, column: along };
}
