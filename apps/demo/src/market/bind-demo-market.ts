import { calls } from '@fft/contract';
import { route, type Api } from '../../../exchange/src/transport/http/route.ts';

/** Reports whether this demo's market is made up. Demo only. */
export function bindDemoMarket(api: Api, answer: { readonly isMadeUp: boolean }): void {
  route(api, calls.demo.market, () => answer);
}
