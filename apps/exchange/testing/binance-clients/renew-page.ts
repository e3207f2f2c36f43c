import { readFileSync, writeFileSync } from 'node:fs';
import ccxt from 'ccxt';
import { served } from './ccxt-methods.ts';
import { pagePath, renewed } from './page.ts';
import { offeredBy } from './offered-by.ts';

/** `npm run binance-docs`: renews the generated parts of the page about clients. */
const methods = { offered: offeredBy(new ccxt.pro.binance()), served: new Set(Object.keys(served)) };
writeFileSync(pagePath, renewed(readFileSync(pagePath, 'utf8'), methods));
