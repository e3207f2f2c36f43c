import { describe, expect, test } from 'vitest';
import { projectFiles, read } from './project-files.ts';
import { textsOf } from './texts-of.ts';

interface Glossary {
  /** Terms in both languages; a forbidden word inside one of them is allowed. */
  readonly terms: readonly string[];
  readonly english: readonly string[];
  readonly chinese: readonly string[];
  /** Parts of names: `Desk`, `FeeDesk`. */
  readonly code: readonly string[];
}

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

function listOf(cell = ''): string[] {
  return cell
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '' && word !== '—');
}

/** Reads every table whose last column is headed “Not”. */
function readGlossary(text: string): Glossary {
  const tables = text.split(/\n(?!\|)/).map((part) => part.split('\n').filter((line) => line.startsWith('|')));
  const rows = tables.flatMap(([head = '', , ...lines]) =>
    cellsOf(head).at(-1) === 'Not' ? lines.map((line) => ({ head: cellsOf(head), cells: cellsOf(line) })) : [],
  );
  const forbidden = rows.flatMap(({ cells }) => listOf(cells.at(-1)));
  const words = forbidden.filter((word) => !word.startsWith('`'));
  return {
    terms: rows.flatMap(({ head, cells }) => (head[0] === 'Term' ? [...listOf(cells[0]), ...listOf(cells[1])] : [])),
    english: words.filter((word) => !isChinese(word)),
    chinese: words.filter(isChinese),
    code: forbidden.filter((word) => word.startsWith('`')).map((word) => word.replaceAll('`', '')),
  };
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const glossary = readGlossary(read('docs/glossary.md'));

/** The forbidden words of a text, ignoring those inside a longer term. */
function faultsIn(text: string): string[] {
  const { terms, english, chinese } = glossary;
  const low = text.toLowerCase();
  const found = (isChinese(text) ? chinese : english).filter((word) => low.includes(word.toLowerCase()));
  return found.filter((word) => {
    const longer = terms.filter((term) => term !== word && term.toLowerCase().includes(word.toLowerCase()));
    const rest = longer.reduce((left, term) => left.replaceAll(term, ''), text);
    return isChinese(word) ? rest.includes(word) : new RegExp(`\\b${word}\\b`, 'i').test(rest);
  });
}

/** Splits `FeeDesk` into Fee and Desk; a forbidden name is a sequence of parts. */
const partsOf = (name: string): string => `-${name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()}-`;
const faultsOfName = (name: string): string[] => glossary.code.filter((word) => partsOf(name).includes(partsOf(word)));

const sources = projectFiles().filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
const copy = sources.filter((path) =>
  /^(apps\/(web|console)\/src\/i18n|packages\/(console-)?contract\/src)\/|^apps\/web\/src\/.*-texts\.ts$/.test(path),
);
/** Messages and mails contain both languages, or are a table of one. */
const messages = sources.filter((path) => path.startsWith('apps/exchange/src/') && isChinese(read(path)));

/** True for copy; false for keys and names, which have no space and no capital at the start. */
const isCopy = (text: string): boolean =>
  isChinese(text) || (/ /.test(text) && !/[=;{}<>]/.test(text)) || /^[A-Z][a-z]/.test(text);

describe('the glossary itself', () => {
  test('is parsed', () => {
    expect(glossary.terms.length).toBeGreaterThan(100);
    expect(glossary.chinese).toContain('提币');
    expect(glossary.english).toContain('nobody');
    expect(glossary.code).toContain('Desk');
  });

  test('forbids none of its own terms', () => {
    expect(glossary.terms.flatMap((term) => faultsIn(term))).toEqual([]);
  });

  test.each([
    ['审核中的提币会取消', ['提币']],
    ['开启身份验证器', []],
    ['请先完成身份验证', ['身份验证']],
    ['You are told once', ['told']],
    ['Please Bind Email', []],
    ['Your email', ['email']],
  ])('%s', (text, faults) => {
    expect(faultsIn(text)).toEqual(faults);
  });

  test('detects forbidden parts of names', () => {
    expect(faultsOfName('FeeDesk')).toContain('Desk');
    expect(faultsOfName('openDesktop')).toEqual([]);
  });
});

test('copy, mails and messages follow the glossary', () => {
  const faults = [...copy, ...messages].flatMap((path) =>
    textsOf(read(path))
      .filter(isCopy)
      .flatMap((text) => faultsIn(text).map((word) => `${word}: ${text.replaceAll('\n', ' ').trim()}`))
      .map((fault) => `${path}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test('exported names follow the glossary', () => {
  const exported = /^export (?:async )?(?:function|const|let|class|type|interface) (\w+)/gm;
  const faults = sources
    .filter((path) => /^(packages|apps)\/[^/]+\/src\//.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(exported)].flatMap(([, name = '']) =>
        faultsOfName(name).map((word) => `${path}: ${name}: ${word}`),
      ),
    );
  expect(faults).toEqual([]);
});
