import { parseWorkspaceLayout } from '@fft/contract';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '../../../../ui/kit/index.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { textsNow } from '../../../../i18n/index.ts';
import { defaultLayout, roomOf } from './default-layout.ts';
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
import { arrange, followLayouts, redraw, useLayouts } from './layout-store.ts';
import { type Box, neighbourOf } from './neighbour.ts';

export interface Arrangement {
  readonly layout: Layout;
  readonly revision: number;
  readonly actions: LayoutActions;
  readonly resize: (path: readonly number[], sizes: readonly number[]) => void;
  /** Shows a hidden panel, or hides a shown one. */
  readonly toggle: (name: PanelName) => void;
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
  const { arranged, revision } = useLayouts();
  const { layout: text } = arranged;
  const layout = useMemo(
    () => (text === null ? null : parseWorkspaceLayout(text)) ?? defaultLayout(window.innerWidth, window.innerHeight),
    // oxlint-disable-next-line react/exhaustive-deps -- the standard arrangement is made anew for another window
    [text, revision],
  );
  const [dragged, onDrag] = useState<PanelName | null>(null);
  /** The panel whose grip gets the focus back, since it was drawn anew elsewhere. */
  const moved = useRef<PanelName | null>(null);

  useEffect(followLayouts, []);
  useRoom(text === null);
  useEffect(() => {
    if (moved.current === null) return;
    root.current?.querySelector<HTMLElement>(`[data-grip="${moved.current}"]`)?.focus();
    moved.current = null;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a revision draws the panels anew
  }, [revision]);

  return useMemo(() => {
    const rearrange = (next: Layout, focus: PanelName | null = null): void => {
      moved.current = focus;
      arrange(next, { isDrawn: false });
    };
    const shown = panelsOf(layout);
    const hide = (name: PanelName): void => {
      if (shown.length === 1) toast(textsNow(workspaceTexts).lastPanel);
      else rearrange(withoutPanel(layout, name));
    };
    return {
      layout,
      revision,
      root,
      resize: (path, sizes) => arrange(withSizes(layout, path, sizes), { isDrawn: true }),
      toggle: (name) => (shown.includes(name) ? hide(name) : rearrange(withPanel(layout, name))),
      actions: {
        dragged,
        onDrag,
        hide,
        move(name, side) {
          const neighbour = neighbourOf(boxesIn(root.current), name, side);
          if (neighbour === null) toast(textsNow(workspaceTexts).noNeighbour);
          else rearrange(withSwapped(layout, name, neighbour), name);
        },
        putAt: (name, target, side) => rearrange(withPanelAt(layout, name, target, side)),
      },
    };
  }, [layout, revision, dragged]);
}

/** Makes the standard arrangement anew when the window gets room for another one. */
function useRoom(isStandard: boolean): void {
  useEffect(() => {
    if (!isStandard) return undefined;
    let room = roomOf(window.innerWidth, window.innerHeight);
    const look = (): void => {
      const now = roomOf(window.innerWidth, window.innerHeight);
      if (now === room) return;
      room = now;
      redraw();
    };
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, [isStandard]);
}
