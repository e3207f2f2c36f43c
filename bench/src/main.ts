import { spawnSync } from 'node:child_process';
import { buildEngineBench } from '../../scripts/build-bench.ts';
import { benchExchange } from './exchange.ts';
import { benchFanOut } from './fan-out.ts';
import { benchMarketData } from './market-data.ts';

spawnSync(process.execPath, [await buildEngineBench()], { stdio: 'inherit' });
await benchExchange();
await benchMarketData();
await benchFanOut();
