import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds that the processor worked on it; what it waited for a processor that others used isn't in there. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** How long the processor worked on each task of a page's main thread while `work` was done, in milliseconds. The page is the only one of its browser. */
export async function mainThreadTasks(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<readonly number[]> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'disabled-by-default-devtools.timeline', 'devtools.timeline', '__metadata'],
  });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const pages = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const ofPage = ({ pid, tid }: TraceEvent): boolean => pages.some((each) => each.pid === pid && each.tid === tid);
  return traceEvents.flatMap((event) =>
    event.name === 'RunTask' && event.tdur !== undefined && ofPage(event) ? [event.tdur / 1000] : [],
  );
}
