import type { Plugin } from 'vite';

const contract = /[\\/]packages[\\/]contract[\\/]src[\\/][\w-]+\.ts$/;
const summary = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;

/** Removes the descriptions of calls, which only the API reference shows, from the app's bundle. */
export function callWordsPlugin(): Plugin {
  return {
    name: 'call-words',
    apply: 'build',
    transform: {
      order: 'pre',
      filter: { id: contract },
      handler: (code) => ({ code: code.replaceAll(summary, "summary: ''"), map: null }),
    },
  };
}
