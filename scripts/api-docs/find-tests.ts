import type { Call } from '@fft/contract';

/** A test file: its path from the root, and its text. */
export interface TestFile {
  readonly path: string;
  readonly text: string;
}

/** Maximum test files listed per call. */
const maxFiles = 2;

/** The tests that make a call most often, by its contract name or path. */
export function testsOf(files: readonly TestFile[], area: string, name: string, call: Call): readonly string[] {
  const path = call.path.replace(/^\/(api\/)?/, '').replace(/\.html$/, '');
  const pattern = new RegExp(
    `\\bcalls\\.${area}\\.${name}\\b|['"\`/]${path.replaceAll('.', '\\.')}(\\.html)?['"\`?]`,
    'g',
  );
  return files
    .map((file) => ({ path: file.path, count: file.text.match(pattern)?.length ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || (one.path < other.path ? -1 : 1))
    .slice(0, maxFiles)
    .map((file) => file.path);
}
