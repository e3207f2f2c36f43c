import { benchEngine } from './engine-figures.ts';
import { benchExchange } from './exchange.ts';
import { benchFanOut } from './fan-out.ts';
import { benchMarketData } from './market-data.ts';

benchEngine();
await benchExchange();
await benchMarketData();
await benchFanOut();
