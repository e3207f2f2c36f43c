import { noDemo } from './demo/demo.ts';
import { runExchange } from './run-exchange.ts';

/** The exchange as production runs it. Nothing that it imports leads to the demo. */
await runExchange(noDemo);
