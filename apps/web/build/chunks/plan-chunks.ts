import { basename, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type PluginOption, type Rolldown } from 'vite';
import { appModule, entryModule, firstModules, homeModule, partsOf } from '../shell-parts.ts';
import { joinPieces, type Piece } from './join-pieces.ts';

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>;

/** On a mobile network a request costs more than a few kilobytes. */
const requestBytes = 2500;
/** Most visits start with one of few pages. A part that a page loads later holds nobody up. */
const weights = { firstPage: 10, page: 1, laterPart: 0.1 };

/** Groups that need no plan: the entry is loaded first and imports the rest, React changes seldom and stays cached across deployments. */
const fixed: Groups = [
  { name: 'entry', tags: ['$initial'], priority: 3 },
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
];

/**
 * Decides which modules share a file. A first build, with as many files as possible, tells what each page needs; small files are then joined where that saves
 * more requests than it costs bytes. The app's own file has what every visit and the home page need.
 */
export async function planChunks(plugins: readonly PluginOption[]): Promise<Groups> {
  const chunks = await buildPieces(plugins);
  const bundle = Object.fromEntries(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = new Set(partsOf(bundle, entryModule));
  const home = partsOf(bundle, homeModule);
  const needed = new Set([...partsOf(bundle, appModule), ...home.slice(0, -1)]);
  const app = [...needed].filter((chunk) => !entry.has(chunk));
  const rest = chunks.filter((chunk) => !entry.has(chunk) && !needed.has(chunk) && chunk !== home.at(-1));
  const files = joinPieces(piecesOf(rest, bundle), { weightOf, requestBytes })
    .map((members) => members.flatMap((member) => rest[member] ?? []))
    .filter((members) => members.length > 1);
  const names = new Map([
    ...namesOf('app', app),
    ...files.flatMap((members, index) => namesOf(`${pagesIn(members)}${index}`, members)),
  ]);
  return [
    ...fixed,
    { name: (id) => names.get(id) ?? null, debugName: 'planned', includeDependenciesRecursively: false, priority: 1 },
  ];
}

/** The chunks of a build that joins nothing: all modules with the same users are one chunk. */
async function buildPieces(plugins: readonly PluginOption[]): Promise<readonly Rolldown.OutputChunk[]> {
  const made = await build({
    configFile: false,
    root: resolve(import.meta.dirname, '../..'),
    logLevel: 'warn',
    plugins: [...plugins],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { output: { codeSplitting: { groups: fixed } } },
    },
  });
  return [made].flat().flatMap((each) => ('output' in each ? each.output.filter((part) => part.type === 'chunk') : []));
}

function piecesOf(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): readonly Piece[] {
  const users = new Map(chunks.map(({ fileName }) => [fileName, new Set<string>()]));
  for (const { facadeModuleId, isDynamicEntry } of chunks)
    if (isDynamicEntry && facadeModuleId !== null)
      for (const { fileName } of partsOf(bundle, facadeModuleId)) users.get(fileName)?.add(facadeModuleId);
  const places = new Map(chunks.map(({ fileName }, index) => [fileName, index]));
  return chunks.map(({ fileName, code, imports }) => ({
    bytes: gzipSync(code).length,
    users: users.get(fileName) ?? new Set(),
    imports: imports.flatMap((imported) => places.get(imported) ?? []),
  }));
}

function weightOf(module: string): number {
  if (firstModules.some((first) => module.endsWith(first))) return weights.firstPage;
  return isPage(module) ? weights.page : weights.laterPart;
}

const isPage = (module: string): boolean => /[\\/]pages[\\/].*Page\.tsx$/.test(module);

/** Names of the pages that begin in these chunks, which the manifest shows. */
const pagesIn = (chunks: readonly Rolldown.OutputChunk[]): string =>
  chunks
    .flatMap(({ facadeModuleId }) => facadeModuleId ?? [])
    .filter(isPage)
    .map((module) => `${basename(module, '.tsx')}-`)
    .join('');

const namesOf = (name: string, chunks: readonly Rolldown.OutputChunk[]): readonly (readonly [string, string])[] =>
  chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => [id, name] as const));
