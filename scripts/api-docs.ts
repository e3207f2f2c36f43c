import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPage } from './api-docs/api-page.ts';
import { readTestFiles } from './api-docs/test-files.ts';

/** Writes `docs/api.md` anew. */
const root = join(import.meta.dirname, '..');
writeFileSync(join(root, 'docs', 'api.md'), apiPage(readTestFiles(root)));
