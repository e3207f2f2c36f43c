import { readFileSync, writeFileSync } from 'node:fs';
import ccxt from 'ccxt';
import { served } from './ccxt-methods.ts';
import { servedByWallet } from './ccxt-wallet.ts';
import { pagePath, renewed } from './page.ts';
import { offeredBy } from './offered-by.ts';

/** `npm run binance-docs`: renews the generated parts of the page about clients. */
const works = new Set([...Object.keys(served), ...Object.keys(servedByWallet)]);
const methods = { offered: offeredBy(new ccxt.pro.binance()), served: works };
writeFileSync(pagePath, renewed(readFileSync(pagePath, 'utf8'), methods));
