import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonFiles } from './python-client/python-files.ts';

/** `npm run python-client`: writes what the Python package has from the contract. */
const folder = join(import.meta.dirname, '../packages/client-python/src/fft_client');
for (const [name, text] of Object.entries(pythonFiles())) writeFileSync(join(folder, name), text);
