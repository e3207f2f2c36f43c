import { benchEngine } from './engine.ts';
import { benchEngineScale } from './engine-scale.ts';
import { benchEngineMix } from './engine-mix.ts';
import { benchExchange } from './exchange.ts';
import { benchFanOut } from './fan-out.ts';
import { benchMarketData } from './market-data.ts';

benchEngine();
benchEngineMix();
benchEngineScale();
await benchExchange();
await benchMarketData();
await benchFanOut();
