import type { ComponentType } from 'react';
import { fetchCode, isGone } from '../ui/lazy/index.ts';

const reloadedKey = 'page-code-reloaded';

/** The page's code couldn't be loaded. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
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
    if (sessionStorage.getItem(reloadedKey) === null && (await isGone())) {
      sessionStorage.setItem(reloadedKey, String(Date.now()));
      window.location.reload();
      return new Promise(() => undefined);
    }
    throw new PageLoadError('the page’s code could not be loaded', { cause: error });
  }
}
