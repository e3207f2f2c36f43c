import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Package {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const imported = /^(?:import|export) (?!type )(?:[\w*{}\s,]+ from )?'([^']+)';$/gm;

/** `package → dependency` for each import that the package's own `dependencies` lack. */
export function undeclaredIn(root: string, code: ReadonlyMap<string, string>): readonly string[] {
  const found = new Set<string>();
  for (const path of globSync(['{apps,packages}/*/package.json', 'bench/package.json'], { cwd: root })) {
    const own = JSON.parse(readFileSync(join(root, path), 'utf8')) as Package;
    const { name, dependencies, optionalDependencies, peerDependencies } = own;
    // Nothing of a bench runs in production.
    const ofTools = path.startsWith('bench/') ? own.devDependencies : {};
    const runs = { ...dependencies, ...optionalDependencies, ...peerDependencies, ...ofTools };
    const declared = new Set([name, ...Object.keys(runs)]);
    const folder = `${dirname(path)}/src/`;
    const sources = [...code].flatMap(([file, text]) => (file.startsWith(folder) ? [text] : []));
    for (const text of sources)
      for (const [, wanted = ''] of text.matchAll(imported)) {
        const [scope = '', second = ''] = wanted.split('/');
        const dependency = scope.startsWith('@') ? `${scope}/${second}` : scope;
        if (!/^(\.|node:|virtual:)/.test(wanted) && !declared.has(dependency)) found.add(`${name} → ${dependency}`);
      }
  }
  return [...found].toSorted();
}
