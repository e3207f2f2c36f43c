/** An invented market: prices at any moment, and trading activity. The demo's history and its market maker share it. */
export { logNormal, seededRandom } from './chance.ts';
export { coinNames, fundingOf } from './coins.ts';
export { parseDemoMarketFile, type DemoAccount, type DemoMarketFile } from './demo-market-file.ts';
export { characterOf, type MarketCharacter } from './market-character.ts';
export { PriceProcess, type PriceProcessOptions } from './price-process.ts';
