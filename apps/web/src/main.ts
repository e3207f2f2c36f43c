import { askEarly } from './api/early-answers.ts';
import { earlyCalls } from './api/early-calls.ts';
import { loadCode } from './app/page-code.ts';
import { wantedPage } from './app/wanted-page.ts';
import { config } from './brand.ts';
import { retryUntilLoaded } from './ui/lazy/retry-until-loaded.ts';
import { currentToken } from './api/session/current-token.ts';
import { provideStorage } from './api/session/provide-storage.ts';

provideStorage();
const path = wantedPage();

// This file is small and comes first: the app, the page that is wanted and what that asks for are on their way together, not one after the other.
// Where the page's own script ran, all of it is on its way already (`first-turn.ts`).
const code = loadCode(path);
for (const url of earlyCalls(path)) askEarly(config.host + url, currentToken() ?? '');
void retryUntilLoaded(() => import('./app/start.tsx')).then(({ start }) => start(path, code));
