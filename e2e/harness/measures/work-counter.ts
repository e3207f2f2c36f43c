import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/**
 * Counts what React renders: after each commit, the components whose output may have changed. As React's own developer tools do, and as text, because
 * the page's types aren't available here.
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
  /** Changes of the page by React. */
  readonly commits: number;
  /** Components that rendered, each time counted. */
  readonly renders: number;
  readonly layouts: number;
}

/** Call this before the page is opened. */
export const countWork = (context: BrowserContext): Promise<unknown> => context.addInitScript(countRenders);

/** What the page has done so far. */
export async function workOf(page: Page, devtools: CDPSession): Promise<Work> {
  const { commits, renders } = await page.evaluate<Omit<Work, 'layouts'>>('countedWork');
  const { metrics } = await devtools.send('Performance.getMetrics');
  return { commits, renders, layouts: metrics.find(({ name }) => name === 'LayoutCount')?.value ?? NaN };
}
