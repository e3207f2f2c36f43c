import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const sources = join(import.meta.dirname, '../src');
const groupsOf = join(import.meta.dirname, '../../../packages/contract/src/calls.ts');
/** A line of that file: a group's name, and the file of its calls. */
const group = /as (\w+) \} from '\.\/(?:orders\/)?([\w-]+\.ts)'/g;

const contract = /[\\/]packages[\\/]contract[\\/]src[\\/](?:orders[\\/])?[\w-]+\.ts$/;
const words = /\b(?:summary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|weight:\s*\d+|keyRight:\s*'\w+'),/g;
const declared = /^ {2}(\w+): defineCall\(\{$/gm;
const input = /^ {4}input: \(\) =>/m;
/** A call that a form checks before it is sent. */
const checked = /(?:\bcall: |\bcheckForm\(|\buseAskCode\()calls\.(\w+\.\w+)/g;
/** A call that the app makes, or any other name with a dot in it: what looks like a call stays. */
const named = /\b(?=(\w+\.\w+))/g;
const opening = '([{';
const closing = ')]}';

/**
 * Removes from the app's bundle what it doesn't read of the contract: calls that it never makes, and of the others their descriptions, their costs, and the
 * input schema unless a form checks it.
 */
export function callWordsPlugin(): Plugin {
  let forms: ReadonlySet<string> = new Set();
  let made: ReadonlySet<string> = new Set();
  let groups: ReadonlyMap<string, string> = new Map();
  return {
    name: 'call-words',
    apply: 'build',
    buildStart: () => {
      const texts = readSources();
      forms = namesIn(texts, checked);
      made = namesIn(texts, named);
      groups = new Map(
        [...readFileSync(groupsOf, 'utf8').matchAll(group)].map(([, name = '', file = '']) => [file, name]),
      );
    },
    transform: {
      order: 'pre',
      filter: { id: contract },
      handler: (code, id) => {
        const name = groups.get(basename(id)) ?? '';
        const isMade = (call: string): boolean => made.has(`${name}.${call}`);
        const isChecked = (call: string): boolean => forms.has(`${name}.${call}`);
        return { code: withoutUnread(code.replaceAll(words, ''), isMade, isChecked), map: null };
      },
    },
  };
}

function readSources(): readonly string[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: sources, exclude: ['**/*.test.*'] });
  return files.map((path) => readFileSync(join(sources, path), 'utf8'));
}

/** The calls that a pattern finds: `auth.login`. */
function namesIn(texts: readonly string[], pattern: RegExp): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));
}

type IsCall = (name: string) => boolean;

function withoutUnread(code: string, isMade: IsCall, isChecked: IsCall): string {
  let rest = '';
  let from = 0;
  for (const { index, 1: name = '' } of code.matchAll(declared)) {
    const start = isMade(name) ? index + code.slice(index, code.indexOf('\n  }),', index)).search(input) : index;
    if (isMade(name) && (isChecked(name) || start < index)) continue;
    rest += code.slice(from, start);
    from = endOf(code, start);
  }
  return rest + code.slice(from);
}

/** What has no structure: comments and texts. */
const opaque = /\/\*[^]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y;

/** The place after the comma that ends a property. */
function endOf(code: string, start: number): number {
  let depth = 0;
  let index = start;
  while (index < code.length) {
    opaque.lastIndex = index;
    const skipped = opaque.exec(code)?.[0].length ?? 0;
    const sign = skipped > 0 ? '' : code.charAt(index);
    if (sign !== '' && opening.includes(sign)) depth += 1;
    if (sign !== '' && closing.includes(sign)) depth -= 1;
    index += skipped || 1;
    if (sign === ',' && depth === 0) return index;
  }
  throw new Error('an input schema of the contract has no end');
}
