import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, withValues } from './blocks.ts';

const operations = join(import.meta.dirname, '../../../../docs/operations');
const pages = globSync('*.md', { cwd: operations });
const blocks = pages.flatMap((page) => blocksOf(page).map((block) => ({ page, ...block })));

test('every shell block of the operations pages is pasted by the walk', () => {
  const walked = globSync('*.ts', { cwd: import.meta.dirname })
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/["'`](?<section>\w+\.md#[^"'`]+)["'`]/g)])
    .map(({ groups }) => groups?.['section']);
  const sections = new Set(blocks.map(({ page, section }) => `${page}#${section}`));
  expect(sections.size).toBeGreaterThan(15);
  expect([...sections].filter((section) => !walked.includes(section))).toEqual([]);
});

test.each(blocks)('$page, $section: a shell can read the block', ({ text }) => {
  expect(() => execFileSync('bash', ['-n'], { input: text, stdio: 'pipe' })).not.toThrow();
});

test('a variable that the block exports gets another value, and one that it doesn’t is refused', () => {
  const text = "export DOMAIN=fft.example TLS=''\necho DOMAIN=else";
  expect(withValues(text, { TLS: 'tls internal', DOMAIN: 'a.example' })).toBe(
    "export DOMAIN='a.example' TLS='tls internal'\necho DOMAIN=else",
  );
  expect(() => withValues(text, { VERSION: '1' })).toThrow('VERSION');
});
