import type { Plugin } from 'vite';

/** Icons of the kit that the console alone shows. */
const consoleIcons = ['users', 'zoom-in', 'brightness'];

/** Leaves the console's icons out of the app, whose first file has all others. Fails if the app shows one of them. */
export function consoleIconsPlugin(): Plugin {
  return {
    name: 'console-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const shown = consoleIcons.find((name) => new RegExp(`(icon|name)(=|: )["']${name}["']`).test(code));
      if (shown !== undefined) throw new Error(`${id} shows the icon ${shown}, which belongs to the console alone`);
      if (!id.endsWith('/icon-paths.ts')) return null;
      return consoleIcons.reduce((left, name) => {
        const rest = left.replace(new RegExp(`\\n {2}'?${name}'?:\\s+'[^']*',`), '');
        if (rest === left) throw new Error(`the kit has no icon ${name}`);
        return rest;
      }, code);
    },
  };
}
