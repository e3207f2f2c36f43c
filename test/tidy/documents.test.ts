import { expect, test } from 'vitest';
import { packages, projectFiles, read, root } from './project-files.ts';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const records = projectFiles()
  .filter((path) => /^docs\/decisions\/\d{4}-/.test(path))
  .map((path) => path.slice('docs/decisions/'.length));

test('decisions are numbered without gaps', () => {
  expect(records.length).toBeGreaterThan(0);
  expect(records.map((name) => Number(name.slice(0, 4)))).toEqual(records.map((_, index) => index + 1));
});

test('the index lists every decision under its title', () => {
  const index = read('docs/decisions/README.md');
  for (const name of records) {
    const title = /^# (.+)$/m.exec(read(`docs/decisions/${name}`))?.[1] ?? 'no title';
    expect(index).toContain(`[${title}](${name})`);
  }
});

test('each decision has the sections Situation, Decision and Consequences', () => {
  for (const name of records) {
    const headings = [...read(`docs/decisions/${name}`).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect([name, headings]).toEqual([name, ['Situation', 'Decision', 'Consequences']]);
  }
});

test('the change log has an entry for this version', () => {
  const version = packages()[0]?.json.version ?? 'none';
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\]`, 'm'));
});

test('every workspace is documented', () => {
  const architecture = read('docs/architecture.md');
  for (const { folder } of packages().slice(1)) expect(architecture).toContain(`\`${folder}\``);
});

test('links between documents have existing targets', () => {
  const documents = projectFiles().filter((path) => path.endsWith('.md'));
  const broken = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].flatMap(([, target = '']) =>
      existsSync(join(root, dirname(path), decodeURI(target))) ? [] : [`${path} -> ${target}`],
    ),
  );
  expect(documents.length).toBeGreaterThan(3);
  expect(broken).toEqual([]);
});

/** Paths of this repository in code spans: `apps/exchange/src/app.ts`, but not `apps/exchange/dist/…`, which a build creates. */
const namedPath = /`((?:apps|bench|docs|e2e|lint|packages|scripts|test)\/[\w./@-]+)`/g;

test('paths in documents exist', () => {
  const documents = projectFiles().filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md');
  const missing = documents.flatMap((path) =>
    [...read(path).matchAll(namedPath)].flatMap(([, target = '']) =>
      target.includes('/dist/') || existsSync(join(root, target)) ? [] : [`${path} -> ${target}`],
    ),
  );
  expect(missing).toEqual([]);
});
