import type { ComponentType } from 'react';

/** How long a page's code may take to come, before it is asked for once more. */
export const chunkTimeoutMs = 120_000;

const reloadedKey = 'page-code-reloaded';

/** Said when a page's code can't be had. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError';
}

async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PageLoadError('the page’s code didn’t come in time')), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Loads a page's code: tried twice, then, because a deployment may have taken the old files away, the app is loaded anew
 * — once, so that what is truly gone can't make it turn in circles.
 */
export async function loadPage(load: () => Promise<ComponentType>): Promise<{ default: ComponentType }> {
  try {
    const page = await within(load(), chunkTimeoutMs).catch(() => within(load(), chunkTimeoutMs));
    sessionStorage.removeItem(reloadedKey);
    return { default: page };
  } catch (error) {
    if (navigator.onLine && sessionStorage.getItem(reloadedKey) === null) {
      sessionStorage.setItem(reloadedKey, String(Date.now()));
      window.location.reload();
      return new Promise(() => undefined);
    }
    throw new PageLoadError('the page’s code can’t be loaded', { cause: error });
  }
}
