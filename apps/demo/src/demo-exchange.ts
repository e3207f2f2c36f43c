import { runExchange } from '../../exchange/src/run-exchange.ts';
import { demo } from './module.ts';

/** The exchange with a demo: `apps/exchange/src/main.ts` loads it where the mode is demo. */
await runExchange(demo);
