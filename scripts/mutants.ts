import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyEngine } from './engine-copy.ts';

/**
 * Alters the engine in every way that Stryker knows, in a copy of it, and sees whether the engine's tests notice. Takes hours;
 * `npm run mutants -- matching book/` alters only the files with one of the words in their paths.
 */
async function main(words: readonly string[]): Promise<void> {
  const folder = await copyEngine();
  try {
    await writeFile(join(folder, 'mutants.vitest.config.ts'), vitestConfig);
    await writeFile(join(folder, 'stryker.config.json'), JSON.stringify(strykerConfig(words)));
    const child = spawn(join(folder, 'node_modules/.bin/stryker'), ['run'], { cwd: folder, stdio: 'inherit' });
    await once(child, 'exit');
    process.exitCode = child.exitCode ?? 1;
    await mkdir(results, { recursive: true });
    await cp(join(folder, 'reports/mutation'), results, { recursive: true });
    console.log(`every mutant, killed or not: ${results}/mutation.html`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const results = join(import.meta.dirname, '../test-results/mutants');

/**
 * The engine's tests alone, with a tenth of the random streams, and without the one that counts what is in them all: what goes unnoticed by so few may yet be noticed by all. The
 * pool is the only one that Stryker can steer.
 */
const vitestConfig = `export default { test: {
  include: ['packages/engine/**/*.test.ts'], testNamePattern: /^(?!the streams reach)/, env: { EFFORT: '0.1' },
  pool: 'threads', isolate: false, testTimeout: 60_000,
} };`;

function strykerConfig(words: readonly string[]) {
  const chosen = words.length === 0 ? ['**/*'] : words.map((word) => `**/*${word}*{,/**}`);
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'mutants.vitest.config.ts', related: false },
    mutate: [...chosen.map((one) => `packages/engine/src/${one}.ts`), '!**/*.test.ts'],
    mutator: { excludedMutations: ['StringLiteral'] },
    // It is a copy already.
    inPlace: true,
    coverageAnalysis: 'perTest',
    concurrency: 2,
    timeoutMS: 20_000,
    reporters: ['clear-text', 'html', 'json', 'progress'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    allowEmpty: false,
  };
}

await main(process.argv.slice(2));
