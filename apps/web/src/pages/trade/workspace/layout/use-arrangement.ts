import { parseWorkspaceLayout } from '@fft/contract';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '../../../../ui/kit/index.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { textsNow } from '../../../../i18n/index.ts';
import { defaultLayout, roomOf } from './default-layout.ts';
import { type Layout, type PanelName, panelsOf, type Side, withSizes } from './layout.ts';
import type { LayoutActions } from './layout-context.ts';
import { arrange, followLayouts, redraw, useLayouts } from './layout-store.ts';
import type { Box } from './neighbour.ts';
import { loadLateLayout } from './use-late-layout.ts';

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
    async function hide(name: PanelName): Promise<void> {
      if (shown.length === 1) toast(textsNow(workspaceTexts).lastPanel);
      else rearrange((await loadLateLayout()).withoutPanel(layout, name));
    }
    async function show(name: PanelName): Promise<void> {
      rearrange((await loadLateLayout()).withPanel(layout, name));
    }
    async function move(name: PanelName, side: Side): Promise<void> {
      const { neighbourOf, withSwapped } = await loadLateLayout();
      const neighbour = neighbourOf(boxesIn(root.current), name, side);
      if (neighbour === null) toast(textsNow(workspaceTexts).noNeighbour);
      else rearrange(withSwapped(layout, name, neighbour), name);
    }
    async function putAt(name: PanelName, target: PanelName, side: Side): Promise<void> {
      rearrange((await loadLateLayout()).withPanelAt(layout, name, target, side));
    }
    return {
      layout,
      revision,
      root,
      resize: (path, sizes) => arrange(withSizes(layout, path, sizes), { isDrawn: true }),
      toggle: (name) => void (shown.includes(name) ? hide(name) : show(name)),
      actions: {
        dragged,
        onDrag,
        hide: (name) => void hide(name),
        move: (name, side) => void move(name, side),
        putAt: (name, target, side) => void putAt(name, target, side),
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
