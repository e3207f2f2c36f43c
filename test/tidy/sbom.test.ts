import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packages } from './project-files.ts';

interface Inventory {
  readonly bomFormat: string;
  readonly components: readonly { readonly name: string; readonly group?: string; readonly version: string }[];
}

test('the software bill of materials lists every production package with its version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fft-sbom-'));
  const file = join(folder, 'sbom.cdx.json');
  execFileSync('npm', ['run', '--silent', 'sbom', '--', '--output-file', file], { stdio: 'pipe' });
  const { bomFormat, components } = JSON.parse(readFileSync(file, 'utf8')) as Inventory;
  rmSync(folder, { recursive: true });
  expect(bomFormat).toBe('CycloneDX');
  const listed = new Set(components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name} ${version}`));
  const running = packages().filter(({ folder: of }) => of.startsWith('apps/') || of.startsWith('packages/'));
  const wanted = running
    .flatMap(({ json }) => Object.entries(json.dependencies ?? {}))
    .filter(([, version]) => version !== '*');
  expect(wanted.length).toBeGreaterThan(30);
  expect(wanted.filter(([name, version]) => !listed.has(`${name} ${version}`))).toEqual([]);
  expect([...listed].filter((name) => name.startsWith('vitest '))).toEqual([]);
});
