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

/** A line of the index: `- **13** [Title](0013-file.md): changed by 39 and 65`. */
const indexLine = /^- \*\*(\d+)\*\* \[(.+)\]\((\d{4}-[^)]+)\): (.+)$/gm;
/** The line under a changed decision's title: `Changed by [39](0039-file.md) and [65](0065-file.md): what no longer holds.` */
const changeLine = /^# .+\n\n(Changed|Replaced) by ((?:\[\d+\]\([^)]+\)(?:, | and )?)+): .+$/m;

test('the index lists every decision once, with its number, its title and its state', () => {
  const listed = [...read('docs/decisions/README.md').matchAll(indexLine)].map(([, number, title, file, state]) => ({
    number: Number(number),
    title,
    file,
    state,
  }));
  const expected = records.map((name) => {
    const record = read(`docs/decisions/${name}`);
    const [, kind, successors = ''] = changeLine.exec(record) ?? [];
    return {
      number: Number(name.slice(0, 4)),
      title: /^# (.+)$/m.exec(record)?.[1],
      file: name,
      state:
        kind === undefined ? 'holds' : `${kind.toLowerCase()} by ${successors.replaceAll(/\[(\d+)\]\([^)]+\)/g, '$1')}`,
    };
  });
  expect(listed.toSorted((a, b) => a.number - b.number)).toEqual(expected);
});

test('a decision is changed or replaced by later ones only', () => {
  for (const name of records) {
    const successors = changeLine.exec(read(`docs/decisions/${name}`))?.[2] ?? '';
    for (const [, number = '', file = ''] of successors.matchAll(/\[(\d+)\]\(([^)]+)\)/g)) {
      expect([name, file.startsWith(number.padStart(4, '0')), Number(number) > Number(name.slice(0, 4))]).toEqual([
        name,
        true,
        true,
      ]);
    }
  }
});

test('under its title a decision has its first section, or the line that says what changed it', () => {
  const unlike = records.filter((name) => {
    const [, afterTitle = ''] = read(`docs/decisions/${name}`)
      .split('\n')
      .filter((line) => line !== '');
    return afterTitle !== '## Situation' && !changeLine.test(read(`docs/decisions/${name}`));
  });
  expect(unlike).toEqual([]);
});

test('the index of the documentation lists every page once', () => {
  const pages = projectFiles()
    .filter((path) => /^docs\/(operations\/)?[^/]+\.md$/.test(path) && path !== 'docs/README.md')
    .map((path) => path.slice('docs/'.length));
  const listed = [...read('docs/README.md').matchAll(/^\| \[[^\]]+\]\(([^)]+)\)/gm)].map(([, target]) => target);
  expect(listed.filter((page, index) => listed.indexOf(page) !== index)).toEqual([]);
  expect(new Set(listed)).toEqual(new Set([...pages, 'decisions/README.md']));
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

test('the change log has short entries, by what was added, changed and fixed, and what an upgrade asks for', () => {
  const lines = read('CHANGELOG.md').split('\n');
  const headings = lines.filter((line) => line.startsWith('### '));
  expect(headings.filter((line) => !/^### (Added|Changed|Fixed|Upgrade)$/.test(line))).toEqual([]);
  const releases = lines.slice(lines.findIndex((line) => line.startsWith('## [')));
  expect(releases.filter((line) => !/^(## \[|### |\*\*.+\*\*$|- |$)/.test(line))).toEqual([]);
  const wordsMax = 45;
  const long = lines.filter((line) => line.replaceAll(/\]\([^)]*\)/g, ']').split(/\s+/).length - 1 > wordsMax);
  expect(long.filter((line) => line.startsWith('- '))).toEqual([]);
  expect(lines.filter((line) => line.startsWith('- ')).length).toBeGreaterThan(100);
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
