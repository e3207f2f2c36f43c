import { askEarly } from '../api/early-answers.ts';
import { earlyCalls } from '../api/early-calls.ts';
import { wantedPage } from './wanted-page.ts';
import { currentToken } from '../api/session/current-token.ts';
import { provideStorage } from '../api/session/provide-storage.ts';

/** Filled in by the build: where the API answers, and what each page that visits begin with is made of, by places in the list of files. */
declare const FIRST: {
  readonly host: string;
  readonly files: readonly string[];
  readonly pages: Readonly<Record<string, readonly number[]>>;
};

/** As the build's loader asks for it later, so that it is asked for once. */
function fetchAhead(file: string): void {
  const isStyle = file.endsWith('.css');
  const link = document.createElement('link');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  link.as = isStyle ? 'style' : 'script';
  // Small, and wanted last: large files have the line first.
  if (isStyle) link.fetchPriority = 'low';
  link.crossOrigin = '';
  link.href = `/assets/${file}`;
  document.head.append(link);
}

// Stands in the page itself, and runs before anything else is there: the server can't know which page is wanted, as that stands behind the # of the address.
provideStorage();
const path = wantedPage();
const { host, files, pages } = FIRST;
for (const place of pages[path] ?? []) fetchAhead(files[place] ?? '');
for (const url of earlyCalls(path)) askEarly(host + url, currentToken() ?? '');
