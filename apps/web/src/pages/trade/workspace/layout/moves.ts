import {
  isPanel,
  type Layout,
  type Node,
  type PanelName,
  panelsOf,
  type Part,
  type Side,
  type Split,
} from './layout.ts';

/** Shares that add up to 100, in proportion to the given ones. */
function shared(parts: readonly Part[]): readonly Part[] {
  const sum = parts.reduce((total, { size }) => total + size, 0);
  return parts.map(({ node, size }) => ({ node, size: (size * 100) / sum }));
}

/** Without empty splits, splits of one part, and splits within a split of the same direction. */
function tidied({ direction, parts }: Split): Split {
  const flat = parts.flatMap(({ node, size }): readonly Part[] => {
    if (isPanel(node)) return [{ node, size }];
    const inner = tidied(node);
    const [only] = inner.parts;
    if (only === undefined) return [];
    if (inner.parts.length === 1) {
      const sole = only.node;
      if (isPanel(sole) || sole.direction !== direction) return [{ node: sole, size }];
      return sole.parts.map((part) => ({ node: part.node, size: (part.size * size) / 100 }));
    }
    if (inner.direction !== direction) return [{ node: inner, size }];
    return inner.parts.map((part) => ({ node: part.node, size: (part.size * size) / 100 }));
  });
  const [only] = flat;
  if (flat.length === 1 && only !== undefined && !isPanel(only.node)) return only.node;
  return { direction, parts: shared(flat) };
}

/** The arrangement without this panel; the last one stays. */
export function withoutPanel(layout: Layout, name: PanelName): Layout {
  if (panelsOf(layout).length <= 1) return layout;
  const drop = ({ direction, parts }: Split): Split => ({
    direction,
    parts: parts.flatMap(({ node, size }): readonly Part[] => {
      if (node === name) return [];
      return [{ node: isPanel(node) ? node : drop(node), size }];
    }),
  });
  return tidied(drop(layout));
}

/** Share of a panel's room that another takes when it is put beside it, in percent. */
const besideShare = 50;

/** The arrangement with `name` put at a side of another panel, from wherever it was. */
export function withPanelAt(layout: Layout, name: PanelName, target: PanelName, side: Side): Layout {
  if (name === target) return layout;
  const direction = side === 'left' || side === 'right' ? 'row' : 'column';
  const isFirst = side === 'left' || side === 'top';
  const put = (node: Node): Node => {
    if (node === target) {
      const [here, there] = [
        { node: name, size: besideShare },
        { node: target, size: 100 - besideShare },
      ];
      return { direction, parts: isFirst ? [here, there] : [there, here] };
    }
    return isPanel(node) ? node : { ...node, parts: node.parts.map((part) => ({ ...part, node: put(part.node) })) };
  };
  const rest = panelsOf(layout).includes(name) ? withoutPanel(layout, name) : layout;
  const placed = put(rest);
  return isPanel(placed) ? layout : tidied(placed);
}

/** The arrangement with these two panels in each other's places. */
export function withSwapped(layout: Layout, one: PanelName, other: PanelName): Layout {
  const swap = (node: Node): Node => {
    if (isPanel(node)) return node === one ? other : node === other ? one : node;
    return { ...node, parts: node.parts.map((part) => ({ ...part, node: swap(part.node) })) };
  };
  const swapped = swap(layout);
  return isPanel(swapped) ? layout : swapped;
}

/** Where a hidden panel appears: beside the first of these that is shown. */
const homes: Readonly<Record<PanelName, readonly (readonly [PanelName, Side])[]>> = {
  markets: [['chart', 'left']],
  coin: [
    ['markets', 'bottom'],
    ['ticket', 'bottom'],
  ],
  chart: [
    ['book', 'left'],
    ['orders', 'top'],
  ],
  book: [['chart', 'right']],
  trades: [
    ['ticket', 'bottom'],
    ['book', 'bottom'],
  ],
  ticket: [
    ['book', 'right'],
    ['trades', 'top'],
  ],
  orders: [['chart', 'bottom']],
  ladder: [
    ['chart', 'right'],
    ['book', 'left'],
  ],
};

/** The arrangement with a hidden panel shown again. */
export function withPanel(layout: Layout, name: PanelName): Layout {
  const shown = panelsOf(layout);
  if (shown.includes(name)) return layout;
  const home = homes[name].find(([beside]) => shown.includes(beside));
  const [beside, side] = home ?? [shown.at(-1) ?? name, 'bottom'];
  return withPanelAt(layout, name, beside, side);
}
