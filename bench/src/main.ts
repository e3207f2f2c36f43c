import { benchEngine } from './engine.ts';
import { benchExchange } from './exchange.ts';

await benchEngine();
await benchExchange();
