import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const sources = join(import.meta.dirname, '../src');
const groupsOf = join(import.meta.dirname, '../../../packages/contract/src/calls.ts');
/** A line of that file: a group's name, and the file of its calls. */
const group = /as (\w+) \} from '\.\/([\w-]+\.ts)'/g;

const contract = /[\\/]packages[\\/]contract[\\/]src[\\/][\w-]+\.ts$/;
const words = /\b(?:summary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")|weight:\s*\d+|keyRight:\s*'\w+'),/g;
const declared = /^ {2}(\w+): defineCall\(\{$/gm;
const input = /^ {4}input: \(\) =>/m;
/** A call that a form checks before it is sent. */
const checked = /(?:\bcall: |\bcheckForm\(|\buseAskCode\()calls\.(\w+\.\w+)/g;
const opening = '([{';
const closing = ')]}';

/** Removes what only the server and the API reference read of a call from the app's bundle: its description, its costs, and the input schema unless a form checks it. */
export function callWordsPlugin(): Plugin {
  let forms: ReadonlySet<string> = new Set();
  let groups: ReadonlyMap<string, string> = new Map();
  return {
    name: 'call-words',
    apply: 'build',
    buildStart: () => {
      forms = callsOfForms();
      groups = new Map(
        [...readFileSync(groupsOf, 'utf8').matchAll(group)].map(([, name = '', file = '']) => [file, name]),
      );
    },
    transform: {
      order: 'pre',
      filter: { id: contract },
      handler: (code, id) => {
        const name = groups.get(basename(id)) ?? '';
        const isChecked = (call: string): boolean => forms.has(`${name}.${call}`);
        return { code: withoutInputs(code.replaceAll(words, ''), isChecked), map: null };
      },
    },
  };
}

/** The calls that the app's forms check: `auth.login`. */
function callsOfForms(): ReadonlySet<string> {
  const files = globSync('**/*.{ts,tsx}', { cwd: sources });
  const texts = files.map((path) => readFileSync(join(sources, path), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(checked)].map(([, name = '']) => name)));
}

function withoutInputs(code: string, isChecked: (call: string) => boolean): string {
  let rest = '';
  let from = 0;
  for (const { index, 1: name = '' } of code.matchAll(declared)) {
    const start = index + code.slice(index, code.indexOf('\n  }),', index)).search(input);
    if (isChecked(name) || start < index) continue;
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
