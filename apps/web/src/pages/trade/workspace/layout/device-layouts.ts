import { parseWorkspaceLayout } from '@fft/contract';

/** The arrangement on this device. */
export interface Arranged {
  /** The saved layout that it belongs to; null for none. */
  readonly name: string | null;
  /** Its text; null for the standard arrangement. */
  readonly layout: string | null;
  /** The chart's settings as they were last saved under the name; null if they weren't. */
  readonly chart: string | null;
  /** False while changes aren't stored under the name. */
  readonly isSent: boolean;
  /** Nothing was ever arranged here. */
  readonly isNew?: boolean;
}

const arrangedKey = 'workspace-arrangement';
const guestKey = 'workspace-layouts';
const blank: Arranged = { name: null, layout: null, chart: null, isSent: true, isNew: true };

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Reads a stored arrangement; a layout that can't be read counts as none. */
export function parseArranged(text: string | null): Arranged {
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return blank;
  const { name, layout, chart, isSent }: Partial<Record<keyof Arranged, unknown>> = value;
  const isSound = typeof layout === 'string' && parseWorkspaceLayout(layout) !== null;
  if (!isSound && layout !== null) return blank;
  return {
    name: textOf(name),
    layout: isSound ? layout : null,
    chart: textOf(chart),
    isSent: isSent !== false,
  };
}

export const arranged = (): Arranged => parseArranged(localStorage.getItem(arrangedKey));

export function storeArranged({ name, layout, chart, isSent }: Arranged): void {
  localStorage.setItem(arrangedKey, JSON.stringify({ name, layout, chart, isSent }));
}

interface Saved {
  readonly name: string;
  readonly layout: string;
  readonly chart: string | null;
}

/** A guest's layouts by name, the last saved one first. */
export function guestLayouts(): readonly Saved[] {
  const list = parsed(localStorage.getItem(guestKey));
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown): readonly Saved[] => {
    if (typeof each !== 'object' || each === null) return [];
    const { name, layout, chart }: { name?: unknown; layout?: unknown; chart?: unknown } = each;
    if (typeof name !== 'string' || typeof layout !== 'string' || parseWorkspaceLayout(layout) === null) return [];
    return [{ name, layout, chart: textOf(chart) }];
  });
}

export function storeGuestLayouts(layouts: readonly Saved[]): void {
  if (layouts.length === 0) localStorage.removeItem(guestKey);
  else localStorage.setItem(guestKey, JSON.stringify(layouts));
}
