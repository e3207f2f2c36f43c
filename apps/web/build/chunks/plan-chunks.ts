import { resolve } from 'node:path';
import { build, type PluginOption, type Rolldown } from 'vite';
import { appModule, entryModule, firstModules, homeModule, moduleOf, partsOf } from '../shell-parts.ts';
import { joinPieces, type Piece } from './join-pieces.ts';

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>;

/** On a mobile network a request costs as much as this much code, which is one and a half kilobytes when compressed. */
const requestBytes = 4000;
/** Pages that many visits start with, each with a budget of its own in `e2e/budgets.test.ts`: its files load at once on a slow connection. */
const budgetedPages = ['/pages/home/market', '/pages/home/trade', '/pages/transfer/kline'].map(moduleOf);
const mostFiles = 3;
/** What the trade page loads besides in a wide window. */
const workspace = '/src/pages/trade/workspace/Workspace.tsx';
/** How often a visit loads them. A part that a page loads later holds nobody up. */
const weights = { budgetedPage: 10, firstPage: 3, page: 1, laterPart: 0.1 };

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
  const files = joinPieces(piecesOf(rest, bundle), { requestBytes, weightOf, mostFilesOf })
    .map((members) => members.flatMap((member) => rest[member] ?? []))
    .filter((members) => members.length > 1);
  const names = new Map([
    ...namesOf('app', app),
    ...files.flatMap((members, index) => namesOf(`file${index}`, members)),
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
  const parts = [made].flat().flatMap((each) => ('output' in each ? each.output : []));
  // The plan depends on nothing but the code: pieces of equal price keep their order.
  return parts.filter((part) => part.type === 'chunk').toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

const nameOf = ({ moduleIds }: Rolldown.OutputChunk): string => moduleIds[0] ?? '';

/** The imports at the beginning of a chunk, most of which a joined file has no more. */
const importsOf = /^(import[^;]*?from"[^"]*";)+/;

function piecesOf(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): readonly Piece[] {
  const users = new Map(chunks.map(({ fileName }) => [fileName, new Set<string>()]));
  for (const { facadeModuleId, isDynamicEntry } of chunks)
    if (isDynamicEntry && facadeModuleId !== null)
      for (const { fileName } of partsOf(bundle, facadeModuleId)) users.get(fileName)?.add(facadeModuleId);
  const places = new Map(chunks.map(({ fileName }, index) => [fileName, index]));
  return chunks.map(({ fileName, code, imports }) => ({
    bytes: code.replace(importsOf, '').length,
    users: users.get(fileName) ?? new Set(),
    imports: imports.flatMap((imported) => places.get(imported) ?? []),
  }));
}

const isOneOf = (module: string, pages: readonly string[]): boolean => pages.some((page) => module.endsWith(page));

const mostFilesOf = (module: string): number => (isOneOf(module, budgetedPages) ? mostFiles : Infinity);

function weightOf(module: string): number {
  if (isOneOf(module, budgetedPages)) return weights.budgetedPage;
  if (isOneOf(module, [...firstModules, workspace])) return weights.firstPage;
  return isPage(module) ? weights.page : weights.laterPart;
}

const isPage = (module: string): boolean => /[\\/]pages[\\/].*Page\.tsx$/.test(module);

const namesOf = (name: string, chunks: readonly Rolldown.OutputChunk[]): readonly (readonly [string, string])[] =>
  chunks.flatMap(({ moduleIds }) => moduleIds.map((id) => [id, name] as const));
