import { createContext, useContext } from 'react';
import type { PanelName, Side } from './layout.ts';

export interface LayoutActions {
  readonly hide: (name: PanelName) => void;
  /** Swaps a panel with its neighbour on this side. */
  readonly move: (name: PanelName, side: Side) => void;
  /** Puts a panel at a side of another. */
  readonly putAt: (name: PanelName, target: PanelName, side: Side) => void;
  /** The panel that is being dragged. */
  readonly dragged: PanelName | null;
  readonly onDrag: (name: PanelName | null) => void;
}

const nothing = (): void => undefined;

export const LayoutContext = createContext<LayoutActions>({
  hide: nothing,
  move: nothing,
  putAt: nothing,
  dragged: null,
  onDrag: nothing,
});

export const useLayoutActions = (): LayoutActions => useContext(LayoutContext);
