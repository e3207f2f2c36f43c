import { describe, expect, test } from 'vitest';
import { isSource, isText, linesWith, projectFiles, read } from './project-files.ts';

/** The rules contain what they forbid, so they are excluded. */
const files = projectFiles().filter((path) => !path.startsWith('test/tidy/'));
const sources = files.filter(isSource);
const tests = sources.filter((path) => /\.test\.tsx?$/.test(path));
const texts = [...files.filter((path) => isText(path) && path !== 'LICENSE'), 'package-lock.json'];
const engine = sources.filter((path) => path.startsWith('packages/engine/src/') && !path.endsWith('.test.ts'));
const contract = sources.filter((path) => path.startsWith('packages/contract/src/') && !path.endsWith('.test.ts'));
const server = sources.filter((path) => path.startsWith('apps/exchange/src/') && !path.endsWith('.test.ts'));

interface Rule {
  readonly says: string;
  readonly pattern: RegExp;
  readonly where: readonly string[];
  /** Lines that it must match, so that a broken rule is noticed. */
  readonly finds: readonly string[];
  readonly passes: readonly string[];
}

/** Order entry over a socket is a door inside the orders' room. */
const isDoor = (path: string): boolean =>
  /^apps\/exchange\/src\/(transport|binance|orders\/order-entry\.ts)/.test(path);

const rules: readonly Rule[] = [
  {
    says: "only doors know the API's codes: a room refuses by name",
    pattern: /\bCode\.\w|\bforbiddenCode\b/,
    where: [
      ...server,
      ...sources.filter((path) => /^apps\/demo\/src\/(?!page\/)/.test(path) && !path.endsWith('.test.ts')),
    ].filter((path) => !isDoor(path)),
    finds: ['if (code === Code.notFound) return null;', 'reply.code(forbiddenCode)'],
    passes: ["throw refuse('notFound');", 'readonly kind: keyof typeof Code;'],
  },
  {
    says: 'sources contain no FIXME, XXX or HACK',
    pattern: /\b(FIXME|XXX|HACK)\b/,
    where: sources,
    finds: ['// FIXME later', '/* HACK */'],
    passes: ['const fixme = 1;'],
  },
  {
    says: 'every TODO says what it waits for',
    pattern: /\bTODO\b(?!\(.+\): \S)/,
    where: sources,
    finds: ['// TODO', '// TODO: nicer'],
    passes: ['// TODO(needs custody): send it over the chain'],
  },
  {
    says: "the compiler's checks are not disabled",
    pattern: /@ts-(ignore|nocheck)|@ts-expect-error(?! \S)/,
    where: sources,
    finds: ['// @ts-ignore', '// @ts-nocheck', '// @ts-expect-error'],
    passes: ['// @ts-expect-error a string is refused'],
  },
  {
    says: "the linter's checks are not disabled without their name and a reason",
    pattern:
      /(eslint|biome|prettier|v8|istanbul)[- ](disable|ignore)|oxlint-disable(?!(-next-line|-line)? [\w/,@ -]+ -- \S)/,
    where: sources,
    finds: ['// eslint-disable-next-line', '// oxlint-disable', '// oxlint-disable-next-line no-console'],
    passes: ['// oxlint-disable-next-line no-await-in-loop -- one page after the other'],
  },
  {
    says: 'no test is skipped or exclusive',
    pattern: /\b(test|it|describe|suite)\.(only|skip|todo|skipIf|fails|runIf(?!\(process\.platform))\b/,
    where: tests,
    finds: ["test.only('x'", "describe.skip('x'", 'it.skipIf(true)', 'test.runIf(process.env.ALL)'],
    passes: ["test.for([1])('x'", "test.runIf(process.platform === 'linux')('x'"],
  },
  {
    says: "the contract's schemas are created on first use, as every visit would pay for all of them",
    pattern: /^(export )?const \w+ = (z|field)\./,
    where: contract,
    finds: ['export const ticker = z.object({', "const side = field.choice(['buy', 'sell']);"],
    passes: ['export const ticker = once(() =>', '    input: () => z.object({}),'],
  },
  {
    says: 'no file names a path of a particular machine',
    pattern: /(?<![\w/.#~*])\/(root|work|home|Users)\/[\w.-]/,
    where: texts,
    finds: ["'/home/me/fft'", 'cd /root/x', '(/Users/me'],
    passes: ['/api/home/spread.html', '#/pages/home/index', './work/x'],
  },
  {
    says: 'no file names a package registry',
    pattern: /https?:\/\/[^\s'"`]*(registry|npmmirror|verdaccio|artifactory|jfrog)/i,
    where: texts,
    finds: ['https://registry.example.org/a', 'http://npm.mirror/verdaccio/x'],
    passes: ['https://example.org/a'],
  },
  {
    says: 'the engine imports no type inline',
    pattern: /\bimport\(/,
    where: engine,
    finds: ["type X = import('zod').X;"],
    passes: ["import { x } from '@fft/decimal';"],
  },
  {
    says: 'the server writes to its log, not to the console',
    pattern: /\bconsole\.\w+\(/,
    where: server,
    finds: ["console.log('x')"],
    passes: ["log.info('x')"],
  },
];

describe.for(rules)('$says', ({ pattern, where, finds, passes }) => {
  test('matches its examples only', () => {
    expect(finds.filter((line) => !pattern.test(line))).toEqual([]);
    expect(passes.filter((line) => pattern.test(line))).toEqual([]);
    expect(where.length).toBeGreaterThan(0);
  });
  test('holds everywhere', () => {
    expect(linesWith(pattern, where)).toEqual([]);
  });
});

test('no file is longer than 400 lines', () => {
  const lengths = sources.map((path) => ({ path, lines: read(path).trimEnd().split('\n').length }));
  expect(lengths.every(({ lines }) => lines > 0)).toBe(true);
  expect(lengths.filter(({ lines }) => lines > 400)).toEqual([]);
});

test('only what puts the server together, and context.ts, are beside its folders', () => {
  const beside = files.filter((path) => /^apps\/exchange\/src\/[^/]+$/.test(path));
  expect(beside).toEqual(
    ['app.ts', 'context.ts', 'main.ts', 'production.ts', 'run-exchange.ts', 'shared-parts.ts'].map(
      (name) => `apps/exchange/src/${name}`,
    ),
  );
});

test('no file has an empty name such as utils or common', () => {
  const empty = /(^|\/)(common|misc)([/.]|$)|(^|[/.-])(utils?|helpers?|managers?)([/.]|$)/i;
  const bad = ['src/utils/a.ts', 'src/string-utils.ts', 'src/common/a.ts', 'src/order-manager.ts'];
  expect(bad.filter((path) => !empty.test(path))).toEqual([]);
  expect(empty.test('src/accounts/passwords/common-passwords.ts')).toBe(false);
  expect(files.filter((path) => empty.test(path))).toEqual([]);
});
