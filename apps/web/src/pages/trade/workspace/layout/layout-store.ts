import { calls, type WorkspaceLayout, formatWorkspaceLayout, maxLayouts, parseWorkspaceLayout } from '@fft/contract';
import { createSignal } from '@fft/kit';
import { useSyncExternalStore } from 'react';
import { callApi } from '../../../../api/index.ts';
import {
  changeChartSettings,
  chartSettingsText,
  onChartSettings,
  parseSettings,
} from '../../../../features/chart/settings/chart-settings.ts';
import { session } from '../../../../features/session/index.ts';
import { toast } from '../../../../ui/kit/index.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { textsNow } from '../../../../i18n/index.ts';
import { arranged, type Arranged, guestLayouts, storeArranged, storeGuestLayouts } from './device-layouts.ts';
import type { Layout } from './layout.ts';

/** A layout by name, as its text. */
export type SavedLayout = Pick<WorkspaceLayout, 'name' | 'layout' | 'chart'>;

const changes = createSignal();
/** Increases with every arrangement that the panels are drawn anew for. */
let revision = 0;
/** The account's layouts as last read; null for a guest, and until they are known. */
let ofAccount: readonly SavedLayout[] | null = null;
let sending = false;
/** Waits for further changes. */
const sendAfterMs = 800;
let soon: ReturnType<typeof setTimeout> | undefined;

interface State {
  readonly arranged: Arranged;
  readonly revision: number;
  readonly saved: readonly SavedLayout[];
}

let state: State = { arranged: arranged(), revision, saved: [] };

function publish(): void {
  state = { arranged: arranged(), revision, saved: ofAccount ?? guestLayouts() };
  changes.notify();
}

export const useLayouts = (): State => useSyncExternalStore(changes.subscribe, () => state);

/** Shows an arrangement that was made otherwise than by dragging a border, and its chart. */
function show(next: Arranged): void {
  if (next.chart !== null) changeChartSettings(parseSettings(next.chart));
  storeArranged(next);
  revision += 1;
  publish();
}

/** Draws the panels anew, because the window has another room for them. */
export function redraw(): void {
  revision += 1;
  publish();
}

/** Keeps a changed arrangement, and a while later stores it under the name that it has. */
export function arrange(layout: Layout, { isDrawn }: { readonly isDrawn: boolean }): void {
  const { name, chart } = arranged();
  storeArranged({ name, layout: formatWorkspaceLayout(layout), chart, isSent: name === null });
  if (!isDrawn) revision += 1;
  publish();
  sendSoon();
}

function sendSoon(): void {
  if (arranged().isSent) return;
  clearTimeout(soon);
  soon = setTimeout(() => void send(), sendAfterMs);
}

/** Stores changed settings of the chart under the name of the arrangement. */
function onChart(): void {
  const now = arranged();
  if (now.name === null || now.layout === null || now.chart === chartSettingsText()) return;
  storeArranged({ ...now, isSent: false });
  publish();
  sendSoon();
}

/** Opens a saved layout, or the standard one. */
export function openLayout(name: string | null): void {
  const found = state.saved.find((saved) => saved.name === name);
  if (found) show({ ...found, isSent: true });
  else show({ name: null, layout: null, chart: null, isSent: true });
}

/** Saves the arrangement under a name. */
export async function saveLayoutAs(name: string, layout: Layout): Promise<void> {
  const t = textsNow(workspaceTexts);
  const saved = { name, layout: formatWorkspaceLayout(layout), chart: chartSettingsText() };
  const others = state.saved.filter((each) => each.name !== name);
  if (others.length >= maxLayouts) {
    toast(t.layoutsFull(maxLayouts));
    return;
  }
  if (session.token() === null) storeGuestLayouts([saved, ...others]);
  else ofAccount = await callApi(calls.workspace.saveLayout, saved);
  storeArranged({ ...saved, isSent: true });
  publish();
  toast(t.layoutSaved(name));
}

/** Deletes a saved layout. The panels stay as they are. */
export async function removeLayout(name: string): Promise<void> {
  if (session.token() === null) storeGuestLayouts(guestLayouts().filter((each) => each.name !== name));
  else ofAccount = await callApi(calls.workspace.deleteLayout, { name });
  const now = arranged();
  if (now.name === name) storeArranged({ ...now, name: null, isSent: true });
  publish();
  toast(textsNow(workspaceTexts).layoutRemoved(name));
}

/** Stores the arrangement under its name, in the account or on the device. */
async function send(): Promise<void> {
  const { name, layout, isSent } = arranged();
  if (sending || isSent || name === null || layout === null) return;
  const token = session.token();
  const chart = chartSettingsText();
  if (token === null) {
    storeGuestLayouts(guestLayouts().map((each) => (each.name === name ? { name, layout, chart } : each)));
    storeArranged({ name, layout, chart, isSent: true });
    publish();
    return;
  }
  sending = true;
  try {
    const list = await callApi(calls.workspace.saveLayout, { name, layout, chart }, { quiet: true });
    if (session.token() !== token) return;
    ofAccount = list;
    const now = arranged();
    const isSame = now.layout === layout && chart === chartSettingsText();
    storeArranged(now.name === name ? { ...now, chart, isSent: isSame } : now);
    publish();
  } catch {
    toast(textsNow(workspaceTexts).layoutNotSaved);
    return;
  } finally {
    sending = false;
  }
  await send();
}

/** Adopts what the account has: on a new device the layout that was saved last, else the newest state of the one that is open. */
function adopt(list: readonly SavedLayout[]): void {
  const now = arranged();
  const found = list.find(({ name }) => name === now.name);
  const [newest] = list;
  if (now.isNew && newest) show({ ...newest, isSent: true });
  else if (now.name === null || !now.isSent) publish();
  else if (found === undefined) show({ ...now, name: null, isSent: true });
  else if ((found.layout !== now.layout || found.chart !== now.chart) && parseWorkspaceLayout(found.layout))
    show({ ...found, isSent: true });
  else publish();
}

/** Moves a guest's layouts into the account, as far as it has room and none of that name. */
async function moveGuestLayouts(list: readonly SavedLayout[]): Promise<readonly SavedLayout[]> {
  const names = new Set(list.map(({ name }) => name));
  const added = guestLayouts()
    .filter(({ name }) => !names.has(name))
    .slice(0, maxLayouts - list.length);
  let now = list;
  for (const { name, layout, chart } of added.toReversed()) {
    const input = { name, layout, ...(chart !== null && { chart }) };
    now = await callApi(calls.workspace.saveLayout, input, { quiet: true });
  }
  storeGuestLayouts([]);
  return now;
}

async function read(): Promise<void> {
  const token = session.token();
  if (token === null) {
    const { name } = arranged();
    ofAccount = null;
    // The next user of this device starts from their own.
    if (name !== null && !guestLayouts().some((each) => each.name === name)) openLayout(null);
    else publish();
    return;
  }
  try {
    const list = await moveGuestLayouts(await callApi(calls.workspace.layouts, {}, { quiet: true }));
    if (session.token() !== token) return;
    ofAccount = list;
    adopt(list);
    await send();
  } catch {
    // The arrangement on this device stays; the next visit reads again.
  }
}

const readAgain = (): void => void read();
/** The app may be closed while it is hidden, so changes are sent now. */
const onVisible = (): void => void (document.hidden ? send() : read());

/** Reads the layouts now, and again after a change of the session or when the page comes back to sight. Returns how to stop. */
export function followLayouts(): () => void {
  const leaves = [session.onChange(readAgain), onChartSettings(onChart)];
  document.addEventListener('visibilitychange', onVisible);
  readAgain();
  return () => {
    for (const leave of leaves) leave();
    document.removeEventListener('visibilitychange', onVisible);
  };
}
