import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/**
 * Counts what React renders: after each commit, the components whose output may have changed. React's developer tools count in the same way.
 * A string, because DOM types are not available here.
 */
const countRenders = `(() => {
  const counted = { commits: 0, renders: 0 };
  globalThis.countedWork = counted;
  const components = new Set([0, 1, 11, 14, 15]);
  const hasRendered = (fiber) => {
    const before = fiber.alternate;
    if (before === null) return true;
    return (fiber.flags & 1) === 1 && (before.memoizedProps !== fiber.memoizedProps || before.memoizedState !== fiber.memoizedState);
  };
  const count = (first) => {
    for (let fiber = first; fiber !== null; fiber = fiber.sibling) {
      if (components.has(fiber.tag) && hasRendered(fiber)) counted.renders += 1;
      if (fiber.alternate === null || fiber.child !== fiber.alternate.child) count(fiber.child);
    }
  };
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE() {},
    onCommitFiberRoot(_id, root) {
      counted.commits += 1;
      count(root.current.child);
    },
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
  };
})()`;

export interface Work {
  /** Number of times that React changed the page. */
  readonly commits: number;
  /** Renders of components; a component counts each time it renders. */
  readonly renders: number;
  readonly layouts: number;
}

/** Call this before the page is opened. */
export const countWork = (context: BrowserContext): Promise<unknown> => context.addInitScript(countRenders);

/** Work of the page so far. */
export async function workOf(page: Page, devtools: CDPSession): Promise<Work> {
  const { commits, renders } = await page.evaluate<Omit<Work, 'layouts'>>('countedWork');
  const { metrics } = await devtools.send('Performance.getMetrics');
  return { commits, renders, layouts: metrics.find(({ name }) => name === 'LayoutCount')?.value ?? NaN };
}
