import { createServer } from 'node:net';
import { once } from 'node:events';
import lighthouse from 'lighthouse';
import { launchBrowser } from '../../scripts/browser.ts';

/** What Lighthouse says of a page on a phone: scores of 100, times in milliseconds. */
export interface Audit {
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly performance: number;
  readonly largestPaintMs: number;
  readonly layoutShift: number;
  /** What cost points in accessibility and best practices. */
  readonly failed: readonly string[];
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

const categories = ['accessibility', 'best-practices', 'performance'] as const;

/** Loads a page as a newcomer's phone does, over a slow line, and looks at it. In a browser of its own, as Lighthouse drives it by its port. */
export async function auditPage(browserPath: string, url: string): Promise<Audit> {
  const port = await freePort();
  const browser = await launchBrowser(browserPath, [`--remote-debugging-port=${String(port)}`]);
  try {
    const run = await lighthouse(url, { port, onlyCategories: [...categories], logLevel: 'error', output: 'json' });
    if (!run) throw new Error(`Lighthouse says nothing of ${url}`);
    const { audits, categories: scored } = run.lhr;
    const score = (name: (typeof categories)[number]): number => Math.round((scored[name]?.score ?? 0) * 100);
    const failed = (['accessibility', 'best-practices'] as const)
      .flatMap((name) => scored[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${audits[id]?.title ?? ''}`);
    return {
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      performance: score('performance'),
      largestPaintMs: audits['largest-contentful-paint']?.numericValue ?? Infinity,
      layoutShift: audits['cumulative-layout-shift']?.numericValue ?? Infinity,
      failed,
    };
  } finally {
    await browser.close();
  }
}
