import type { Plugin } from 'vite';

const contract = /[\\/]packages[\\/]contract[\\/]src[\\/][\w-]+\.ts$/;
const summary = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;

/** What a call is for is said to who reads the API's reference: the app asks for calls, and carries their words to no phone. */
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
