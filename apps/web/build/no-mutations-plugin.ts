import type { Plugin } from 'vite';

const mutationCache = /[\\/]query-core[\\/]build[\\/]modern[\\/]mutationCache\.js$/;
/** All that the query client asks of its cache of mutations. */
const empty = `export class MutationCache {
  findAll() { return []; }
  resumePausedMutations() { return Promise.resolve(); }
  clear() {}
}`;

/** Leaves TanStack's mutations out of the app, which acts by its own calls. Fails if the app uses one, or if the library keeps its cache elsewhere. */
export function noMutationsPlugin(): Plugin {
  let isReplaced = false;
  return {
    name: 'no-mutations',
    apply: 'build',
    load: {
      filter: { id: mutationCache },
      handler: () => {
        isReplaced = true;
        return empty;
      },
    },
    transform: {
      filter: { code: /\buseMutation\b/, id: /[\\/](apps|packages)[\\/][^/\\]+[\\/]src[\\/]/ },
      handler: (_code, id) => {
        throw new Error(`${id} uses a mutation, which the app is built without`);
      },
    },
    buildEnd: () => {
      if (!isReplaced) throw new Error('the query client has no cache of mutations to leave out');
    },
  };
}
