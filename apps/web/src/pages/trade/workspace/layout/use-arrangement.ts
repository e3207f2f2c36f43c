import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '../../../../ui/kit/index.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { textsNow } from '../../../../i18n/index.ts';
import { defaultLayout } from './default-layout.ts';
import {
  type Layout,
  type PanelName,
  panelsOf,
  withoutPanel,
  withPanel,
  withPanelAt,
  withSizes,
  withSwapped,
} from './layout.ts';
import type { LayoutActions } from './layout-context.ts';
import { type Box, neighbourOf } from './neighbour.ts';

export interface Arrangement {
  readonly layout: Layout;
  readonly revision: number;
  readonly actions: LayoutActions;
  readonly shown: readonly PanelName[];
  readonly resize: (path: readonly number[], sizes: readonly number[]) => void;
  readonly toggle: (name: PanelName) => void;
  readonly replace: (layout: Layout) => void;
  /** The element that has the panels. */
  readonly root: RefObject<HTMLElement | null>;
}

/** Where the panels are on the screen. */
function boxesIn(root: HTMLElement | null): ReadonlyMap<PanelName, Box> {
  const panels = [...(root?.querySelectorAll<HTMLElement>('[data-panel]') ?? [])];
  return new Map(panels.map((panel) => [panel.dataset['panel'] as PanelName, panel.getBoundingClientRect()]));
}

/** The workspace's arrangement of panels, and the ways to change it. */
export function useArrangement(): Arrangement {
  const root = useRef<HTMLElement>(null);
  const [layout, setLayout] = useState(() => defaultLayout(window.innerWidth, window.innerHeight));
  const [revision, setRevision] = useState(0);
  const [dragged, onDrag] = useState<PanelName | null>(null);
  /** The panel whose grip gets the focus back, since it was drawn anew elsewhere. */
  const moved = useRef<PanelName | null>(null);

  useEffect(() => {
    if (moved.current === null) return;
    root.current?.querySelector<HTMLElement>(`[data-grip="${moved.current}"]`)?.focus();
    moved.current = null;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a revision draws the panels anew
  }, [revision]);

  return useMemo(() => {
    const arrange = (next: Layout, focus: PanelName | null = null): void => {
      moved.current = focus;
      setLayout(next);
      setRevision((before) => before + 1);
    };
    const shown = panelsOf(layout);
    return {
      layout,
      revision,
      shown,
      root,
      resize: (path, sizes) => setLayout((now) => withSizes(now, path, sizes)),
      replace: arrange,
      toggle: (name) => {
        if (!shown.includes(name)) arrange(withPanel(layout, name));
        else if (shown.length > 1) arrange(withoutPanel(layout, name));
        else toast(textsNow(workspaceTexts).lastPanel);
      },
      actions: {
        dragged,
        onDrag,
        hide(name) {
          if (shown.length === 1) toast(textsNow(workspaceTexts).lastPanel);
          else arrange(withoutPanel(layout, name));
        },
        move(name, side) {
          const neighbour = neighbourOf(boxesIn(root.current), name, side);
          if (neighbour === null) toast(textsNow(workspaceTexts).noNeighbour);
          else arrange(withSwapped(layout, name, neighbour), name);
        },
        putAt: (name, target, side) => arrange(withPanelAt(layout, name, target, side)),
      },
    };
  }, [layout, revision, dragged]);
}
