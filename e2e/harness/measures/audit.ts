import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { desktopConfig, type Flags, type RunnerResult } from 'lighthouse';
import { launchBrowser, launchProfile } from '../../../scripts/browser.ts';

/** The Lighthouse scores that do not depend on the machine. */
export interface Hundreds {
  readonly accessibility: number;
  readonly bestPractices: number;
  /** The audits that lowered the scores. */
  readonly failed: readonly string[];
}

/** Lighthouse's results for a page on a phone: scores out of 100, times in milliseconds. */
export interface Audit extends Hundreds {
  readonly performance: number;
  readonly largestPaintMs: number;
  /** Total time for which input would have been delayed. */
  readonly blockingMs: number;
  readonly layoutShift: number;
  /** The element of the largest paint: `P class='headline'`. */
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
  /** CPU time of the task. */
  readonly tdur?: number;
}

/** Removes from a recorded visit the time that the page's tasks waited for a busy CPU. Returns the element of the largest paint. */
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

/** Response time of an otherwise idle server. The tests' server shares the CPU with browser and tests, so its real times say nothing about the page. */
const answerMs = 5;

/** Records a visit in a separate browser, which Lighthouse controls through its port, and audits the recording. */
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
  if (!run) throw new Error(`Lighthouse returned no result for ${url}`);
  return { result: run.lhr, largest };
}

/** Maximum number of visits. The browser's recording sometimes lacks events that metrics need; the audit then visits the page again. */
const maxVisits = 3;

/** Loads a page on a new phone with a slow connection, and audits it. @throws if no visit produced metrics */
export async function auditPage(browserPath: string, url: string): Promise<Audit> {
  const errors: string[] = [];
  while (errors.length < maxVisits) {
    const folder = mkdtempSync(join(tmpdir(), 'fft-audit-'));
    try {
      const { result, largest } = await visit(browserPath, url, folder);
      const lost = measured.find((name) => result.audits[name]?.numericValue === undefined);
      if (lost === undefined) return judge(result, largest);
      errors.push(`${lost}: ${result.audits[lost]?.errorMessage ?? 'no metric'}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  throw new Error(`Lighthouse has no figures of ${url}: ${errors.join(' · ')}`);
}

const measured = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const;

function judge(result: Result, largest: string): Audit {
  const figure = (name: (typeof measured)[number]): number => result.audits[name]?.numericValue ?? Infinity;
  return {
    ...hundredsOf(result),
    performance: scoreOf(result, 'performance'),
    largestPaintMs: figure('largest-contentful-paint'),
    blockingMs: figure('total-blocking-time'),
    layoutShift: figure('cumulative-layout-shift'),
    largest,
  };
}

/** Loads screens of the console on a desktop, each as an operator with access, and audits them in one browser. */
export async function auditConsole(
  browserPath: string,
  url: string,
  screens: readonly { readonly path: string; readonly session: string | null }[],
): Promise<readonly (Hundreds & { readonly path: string })[]> {
  const port = await freePort();
  const profile = await launchProfile(browserPath, [`--remote-debugging-port=${String(port)}`]);
  try {
    const found = [];
    // Lighthouse opens its own tabs: a script stores the operator's session as each one starts.
    await profile.addInitScript(
      `const known = ${JSON.stringify(Object.fromEntries(screens.map(({ path, session }) => [path, session])))}[location.hash.slice(1)];
      if (known) sessionStorage.setItem('operator-session', known); else sessionStorage.removeItem('operator-session');`,
    );
    for (const { path } of screens) {
      const flags: Flags = { port, onlyCategories: [...hundreds], logLevel: 'error', output: 'json' };
      const run = await lighthouse(`${url}/#${path}`, flags, desktopConfig);
      if (!run) throw new Error(`Lighthouse returned no result for ${path}`);
      found.push({ path, ...hundredsOf(run.lhr) });
    }
    return found;
  } finally {
    await profile.close();
  }
}
