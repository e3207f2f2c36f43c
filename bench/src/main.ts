import { benchEngine } from './engine.ts';
import { benchExchange } from './exchange.ts';
import { benchMarketData } from './market-data.ts';

benchEngine();
await benchExchange();
await benchMarketData();
