import { format } from 'node:util';
import { rightsOf, type Me, type Right, type Role } from '@fft/console-contract';
import type { Lang } from '@fft/contract';
import { navigate, setLang, toast, ToastHost } from '@fft/kit';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { session } from '../src/api/index.ts';
import { queryClient } from '../src/api/use-call.ts';
import { FakeApi } from './fake-api.ts';

export const api = new FakeApi();

beforeEach(() => {
  // Node's own storage hides the DOM's.
  vi.stubGlobal('localStorage', new Storage());
  // This DOM has no keyboard on the screen, and leaves out what a browser without one has as null.
  vi.stubGlobal('visualViewport', null);
  // React complains there, for one of a form in a form.
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => void api.faults.push(format(...said)));
  api.start();
});

afterEach(() => {
  cleanup();
  session.close();
  queryClient.clear();
  toast('', { durationMs: 0 });
  navigate('/', { replace: true });
  if (api.faults.length > 0) throw new Error(api.faults.join('\n'));
});

export interface ShowOptions {
  /** Whose session it is; null for none. */
  readonly role?: Role | null;
  /** Taken from the role. */
  readonly without?: readonly Right[];
  readonly lang?: Lang;
  /** Part of the address behind the `#`. */
  readonly at?: string;
}

/** The operator who looks at the console. */
export function enter(role: Role, without: readonly Right[] = []): Me {
  const rights = rightsOf(role).filter((right) => !without.includes(right));
  const me: Me = { id: 7, name: 'li', role, rights };
  session.open({ token: 'a token', me });
  return me;
}

/** Draws a part of the console for an operator. Returns the user who works with it. */
export function show(part: ReactNode, { role = 'admin', without = [], lang = 'en', at }: ShowOptions = {}) {
  setLang(lang);
  if (role !== null) enter(role, without);
  if (at !== undefined) navigate(at);
  render(
    <QueryClientProvider client={queryClient}>
      {part}
      <ToastHost />
    </QueryClientProvider>,
  );
  return userEvent.setup({ delay: null });
}

/** Turns of the event loop without a call, after which nothing follows by itself: answers, queries and React each take one or two. */
const quietTurns = 6;

// A test may replace the timers.
const { setTimeout } = globalThis;

/** Waits until nothing loads any more, and what was read is drawn. */
export async function settled(): Promise<void> {
  for (let quiet = 0; quiet < quietTurns; quiet += 1) {
    await new Promise((resolve) => setTimeout(resolve));
    if (queryClient.isFetching() + queryClient.isMutating() > 0) quiet = 0;
  }
}

/** What the message at the bottom says, once it is there. */
export const said = (message: string): Promise<HTMLElement> => within(screen.getByRole('status')).findByText(message);

export const textOf = (element: Element): string => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

/** A table's cells, row by row, without its head. */
export async function rowsOf(label: string): Promise<string[][]> {
  const table = await screen.findByRole('table', { name: label });
  return [...table.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map(textOf));
}

/** Labels and values of the lists of details in an element; a label that stands several times has all its values. */
export function detailsIn(element: Element = document.body): Record<string, string> {
  const details: Record<string, string> = {};
  for (const item of element.querySelectorAll('dl > div')) {
    const [name, value] = [...item.children].map(textOf);
    if (name !== undefined) details[name] = name in details ? `${details[name]} | ${value}` : (value ?? '');
  }
  return details;
}

/** Marks of state in an element. */
export const tagsIn = (element: Element): string[] => [...element.querySelectorAll('[data-tag]')].map(textOf);

export const buttonsIn = (element: HTMLElement): string[] =>
  within(element)
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? textOf(button));
