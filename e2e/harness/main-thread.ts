import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time in microseconds, without the time spent waiting for a CPU. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** CPU time in milliseconds of each task on the page's main thread during `work`. The page must be its browser's only one. */
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
