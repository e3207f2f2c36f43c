import { askEarly } from './api/early-answers.ts';
import { earlyCalls } from './api/early-calls.ts';
import { loadCode } from './app/page-code.ts';
import { config } from './config.ts';
import { untilThere } from './late/until-there.ts';
import { currentToken } from './session/current-token.ts';

/** `/pages/home/trade` of `#/pages/home/trade?symbol=BTC/USDT`. */
const path = `/${location.hash.replace(/^#\/*/, '').replace(/\/*(\?.*)?$/, '')}`;

// This file is small and comes first: the app, the page that is wanted and what that asks for are on their way together, not one after the other.
const code = loadCode(path);
for (const url of earlyCalls(path)) askEarly(config.host + url, currentToken() ?? '');
void untilThere(() => import('./app/start.tsx')).then(({ start }) => start(path, code));
