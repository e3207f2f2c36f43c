import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Start of the event, in microseconds. */
  readonly ts: number;
  /** CPU time in microseconds, without the time spent waiting for a CPU. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

interface Task {
  readonly beganMs: number;
  readonly cpuMs: number;
}

/**
 * CPU time in milliseconds of the page's main thread in each frame of `frameMs` during `work`. The page must be its browser's only one.
 * A frame waits for all tasks before it: messages of the stream as well as its own rendering.
 */
export async function mainThreadFrames(
  browser: Browser,
  page: Page,
  { frameMs, work }: { readonly frameMs: number; readonly work: () => Promise<void> },
): Promise<readonly number[]> {
  const tasks = await tracedTasks(browser, page, work);
  const begun = Math.min(...tasks.map(({ beganMs }) => beganMs));
  const frames: number[] = [];
  for (const { beganMs, cpuMs } of tasks) {
    const place = Math.floor((beganMs - begun) / frameMs);
    frames[place] = (frames[place] ?? 0) + cpuMs;
  }
  return Array.from(frames, (ms) => ms ?? 0);
}

async function tracedTasks(browser: Browser, page: Page, work: () => Promise<void>): Promise<readonly Task[]> {
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
    event.name === 'RunTask' && event.tdur !== undefined && ofPage(event)
      ? [{ beganMs: event.ts / 1000, cpuMs: event.tdur / 1000 }]
      : [],
  );
}
