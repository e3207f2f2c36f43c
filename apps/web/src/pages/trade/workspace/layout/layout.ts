import { workspacePanels, type WorkspacePanel, type WorkspacePart, type WorkspaceSplit } from '@fft/contract';

export const panelNames = workspacePanels;
export type PanelName = WorkspacePanel;
export type Split = WorkspaceSplit;
export type Part = WorkspacePart;
export type Node = PanelName | Split;

/** An arrangement of panels; those that it lacks are hidden. */
export type Layout = Split;

export type Side = 'left' | 'right' | 'top' | 'bottom';

export const isPanel = (node: Node): node is PanelName => typeof node === 'string';

/** The panels of an arrangement, in reading order. */
export function panelsOf(node: Node): readonly PanelName[] {
  return isPanel(node) ? [node] : node.parts.flatMap((part) => panelsOf(part.node));
}

/** The arrangement with new sizes for the split at this path of part indexes. */
export function withSizes(layout: Layout, path: readonly number[], sizes: readonly number[]): Layout {
  const [index, ...rest] = path;
  if (index === undefined) {
    return { ...layout, parts: layout.parts.map((part, at) => ({ ...part, size: sizes[at] ?? part.size })) };
  }
  return {
    ...layout,
    parts: layout.parts.map((part, at) =>
      at !== index || isPanel(part.node) ? part : { ...part, node: withSizes(part.node, rest, sizes) },
    ),
  };
}
