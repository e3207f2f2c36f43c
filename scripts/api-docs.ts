import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPage } from './api-docs/api-page.ts';
import { readTestFiles } from './api-docs/test-files.ts';

/** Regenerates `docs/api.md`. */
const root = join(import.meta.dirname, '..');
writeFileSync(join(root, 'docs', 'api.md'), apiPage(readTestFiles(root)));
