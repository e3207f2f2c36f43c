/** Panels of the workspace in the web app. */
export const workspacePanels = ['markets', 'coin', 'chart', 'book', 'trades', 'ticket', 'orders', 'ladder'] as const;
export type WorkspacePanel = (typeof workspacePanels)[number];

/** Parts side by side, or one above the other. */
export interface WorkspaceSplit {
  readonly direction: 'row' | 'column';
  readonly parts: readonly WorkspacePart[];
}

export interface WorkspacePart {
  readonly node: WorkspacePanel | WorkspaceSplit;
  /** Share of the split, in percent. */
  readonly size: number;
}

/** Seven panels in splits of two. */
export const maxLayoutLength = 300;

const token = /^(row|column|[a-z]+)(?:\*([2-7]))?:(\d{1,4})$/;
/** Shares are written in thousandths. */
const whole = 1000;

/**
 * Reads a layout: its nodes in depth-first order, each with its share of the split in thousandths, splits with their number of parts:
 * `row*2:1000 chart:700 column*2:300 ticket:600 trades:400`. Null if it isn't one split of known panels, each at most once.
 */
export function parseWorkspaceLayout(text: string): WorkspaceSplit | null {
  if (text.length > maxLayoutLength) return null;
  const tokens = text.split(' ');
  const seen = new Set<string>();
  let place = 0;

  function read(): WorkspacePart | null {
    const [, name = '', count, share = ''] = token.exec(tokens[place] ?? '') ?? [];
    place += 1;
    const size = (Number(share) * 100) / whole;
    if (size <= 0 || size > 100) return null;
    if (count === undefined) {
      const panel = workspacePanels.find((known) => known === name);
      if (panel === undefined || seen.has(panel)) return null;
      seen.add(panel);
      return { node: panel, size };
    }
    if (name !== 'row' && name !== 'column') return null;
    const parts: WorkspacePart[] = [];
    while (parts.length < Number(count)) {
      const part = read();
      if (part === null) return null;
      parts.push(part);
    }
    return { node: { direction: name, parts }, size };
  }

  const root = read();
  if (root === null || typeof root.node === 'string' || place !== tokens.length) return null;
  return root.node;
}

/** Writes a layout as {@link parseWorkspaceLayout} reads it. */
export function formatWorkspaceLayout(layout: WorkspaceSplit): string {
  const write = ({ node, size }: WorkspacePart): string => {
    const share = Math.min(whole, Math.max(1, Math.round((size * whole) / 100)));
    if (typeof node === 'string') return `${node}:${share}`;
    return [`${node.direction}*${node.parts.length}:${share}`, ...node.parts.map(write)].join(' ');
  };
  return write({ node: layout, size: 100 });
}
