import { fetchEarly } from '../api/early-answers.ts';
import { earlyCalls } from '../api/early-calls.ts';
import { requestedPage } from './requested-page.ts';
import { currentToken } from '../api/session/current-token.ts';
import { followTheme, type ThemeParts } from '../lib/preferences/follow-theme.ts';
import { storeFirstLanguage } from '../api/session/first-language.ts';
import { ensureStorage } from '../api/session/storage-fallback.ts';

/** Filled in by the build: the API's host, the files of each page that visits start with, as indexes into `files`, and the themes. */
declare const FIRST: {
  readonly host: string;
  readonly files: readonly string[];
  readonly pages: Readonly<Record<string, readonly number[]>>;
  readonly theme: ThemeParts;
};

/** Uses the same kind of link as the build's loader, so that the browser loads the file once. */
function fetchAhead(file: string): void {
  const isStyle = file.endsWith('.css');
  const link = document.createElement('link');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  link.as = isStyle ? 'style' : 'script';
  // Small and needed last: large files go first.
  if (isStyle) link.fetchPriority = 'low';
  link.crossOrigin = '';
  link.href = `/assets/${file}`;
  document.head.append(link);
}

// Inlined into the HTML and run before anything else: the server can't see the requested page, since it is behind the # of the address.
ensureStorage();
storeFirstLanguage();
const { host, files, pages, theme } = FIRST;
followTheme(theme);
const path = requestedPage();
for (const place of pages[path] ?? []) fetchAhead(files[place] ?? '');
for (const url of earlyCalls(path)) fetchEarly(host + url, currentToken() ?? '');
