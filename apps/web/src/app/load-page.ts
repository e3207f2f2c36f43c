import type { ComponentType } from 'react';
import { fetchCode, isGone } from '../ui/lazy/index.ts';

const reloadedKey = 'page-code-reloaded';

/** The page's code couldn't be loaded. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
  /** True if the server didn't answer either: the code can be loaded once it does. */
  readonly isOffline: boolean;

  constructor({ cause, isOffline }: { readonly cause: unknown; readonly isOffline: boolean }) {
    super('the page’s code could not be loaded', { cause });
    this.isOffline = isOffline;
  }
}

/**
 * Loads a page's code with two attempts. If the server responds, a deployment must have removed the old files, and the app reloads,
 * but only once, so that a missing file causes no endless loop.
 */
export async function loadPage(load: () => Promise<ComponentType>): Promise<{ default: ComponentType }> {
  try {
    const page = await fetchCode(load);
    sessionStorage.removeItem(reloadedKey);
    return { default: page };
  } catch (error) {
    const isOffline = !(await isGone());
    if (sessionStorage.getItem(reloadedKey) === null && !isOffline) {
      sessionStorage.setItem(reloadedKey, String(Date.now()));
      window.location.reload();
      return new Promise(() => undefined);
    }
    throw new PageLoadError({ cause: error, isOffline });
  }
}
