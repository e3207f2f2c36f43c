import { calls } from '@fft/contract';
import { route, type Api } from '../../transport/http/route.ts';

/** Says whether this demo's market is made up. To be bound in the demo alone. */
export function bindDemoMarket(api: Api, answer: { readonly isMadeUp: boolean }): void {
  route(api, calls.demo.market, () => answer);
}
