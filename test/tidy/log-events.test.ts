import { expect, test } from 'vitest';
import { linesWith, projectFiles, read } from './project-files.ts';

const loggingFiles = projectFiles().filter(
  (path) => /^apps\/(demo|exchange|signer)\/src\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'),
);

/** The last argument of every `log.warn(…)`, as source text. */
function eventsIn(source: string): string[] {
  const calls = source.matchAll(/\blog\??\.(?:trace|debug|info|warn|error|fatal)\(/g);
  return [...calls].map(({ index, 0: opening }) => {
    let depth = 1;
    let end = index + opening.length;
    while (depth > 0 && end < source.length) {
      if (source[end] === '(') depth += 1;
      if (source[end] === ')') depth -= 1;
      end += 1;
    }
    const last = /([^,{}]+?),?\s*\)$/.exec(source.slice(index + opening.length, end))?.[1] ?? '';
    return last.trim();
  });
}

const events = loggingFiles.flatMap((path) => eventsIn(read(path)).map((event) => ({ path, event })));

test('every log call has a literal event name', () => {
  expect(events.length).toBeGreaterThan(0);
  expect(events.filter(({ event }) => !/^'[a-z][a-zA-Z]*(\.[a-z][a-zA-Z]*)+'$/.test(event))).toEqual([]);
});

test('every event is documented in docs/operations/logs.md, and every documented event is logged', () => {
  const documented = linesWith(/^\| `/, ['docs/operations/logs.md']).flatMap(
    (line) => /\| `([^`]+)`/.exec(line)?.[1] ?? [],
  );
  const logged = new Set(events.map(({ event }) => event.slice(1, -1)));
  expect([...logged].filter((event) => !documented.includes(event))).toEqual([]);
  expect(documented.filter((event) => !logged.has(event))).toEqual([]);
});
