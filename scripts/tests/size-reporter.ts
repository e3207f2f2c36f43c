import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { sizeOf, usualSeconds } from './test-sizes.ts';

const mostNamed = 15;

/** After a run, names the test files that took longer than is usual for their size. This is a hint: a busy machine slows every file. */
export class SizeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules
      .map((module) => ({
        path: relative(process.cwd(), module.moduleId),
        seconds: module.diagnostic().duration / 1000,
      }))
      .map((row) => ({ ...row, size: sizeOf(row.path) }))
      .filter(({ size, seconds }) => seconds > usualSeconds[size])
      .toSorted((one, other) => other.seconds - one.seconds);
    if (rows.length === 0) return;
    console.log(`\n${rows.length} files took longer than is usual for their size:`);
    for (const { path, size, seconds } of rows.slice(0, mostNamed))
      console.log(`  ${seconds.toFixed(0).padStart(4)} s  ${size.padEnd(6)}  ${path}`);
  }
}
