import { fetchEarly } from './api/early-answers.ts';
import { earlyCalls } from './api/early-calls.ts';
import { loadCode } from './app/page-code.ts';
import { requestedPage } from './app/requested-page.ts';
import { config } from './brand.ts';
import { retryUntilLoaded } from './ui/lazy/retry-until-loaded.ts';
import { currentToken } from './api/session/current-token.ts';
import { storeFirstLanguage } from './api/session/first-language.ts';
import { ensureStorage } from './api/session/storage-fallback.ts';

ensureStorage();
storeFirstLanguage();
// A build has done it in its inline script.
if (import.meta.env.DEV) {
  const [{ followTheme }, { default: sheet }] = await Promise.all([
    import('./lib/preferences/follow-theme.ts'),
    import('@fft/kit/light.css?url'),
  ]);
  followTheme({ sheet, bars: { dark: '#0b1530', light: '#f4f6fb' } });
}
const path = requestedPage();

// This small file is loaded first, so that the app, the requested page and its data load in parallel.
// The inline script may have started to load them (`first-turn.ts`).
const code = loadCode(path);
for (const url of earlyCalls(path)) fetchEarly(config.host + url, currentToken() ?? '');
void retryUntilLoaded(() => import('./app/start.tsx')).then(({ start }) => start(path, code));
