import type { ComponentType } from 'react';
import { fetchCode, isGone } from '../ui/lazy/index.ts';

const reloadedKey = 'page-code-reloaded';

/** Said when a page's code can't be had. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
}

/**
 * Loads a page's code: tried twice, then, where the server is there and a deployment must have taken the old files away, the app is loaded anew
 * — once, so that what is truly gone can't make it turn in circles.
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
    throw new PageLoadError('the page’s code can’t be loaded', { cause: error });
  }
}
