import { expect, test } from 'vitest';
import { pythonFiles } from '../../scripts/python-client/python-files.ts';
import { packages, read } from './project-files.ts';

test('the Python client has the contract of today', () => {
  for (const [name, text] of Object.entries(pythonFiles())) {
    // `npm run python-client` writes it.
    expect([name, read(`packages/client-python/src/fft_client/${name}`) === text]).toEqual([name, true]);
  }
});

test('the Python client has the version of all packages', () => {
  expect(read('packages/client-python/pyproject.toml')).toContain(`version = "${packages()[0]?.json.version}"`);
});
