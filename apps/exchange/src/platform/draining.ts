import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** The time between SIGTERM and the stop, in which balancers move customers to other gateways. */
export interface Draining {
  /** True after SIGTERM. */
  readonly hasBegun: boolean;
  /** Begins it, and resolves when it is over. */
  run(): Promise<void>;
}

/** @param ms how long it lasts; 0: not at all */
export function createDraining(ms: number, log: Logger): Draining {
  let hasBegun = false;
  return {
    get hasBegun() {
      return hasBegun;
    },
    run: async () => {
      if (ms === 0) return;
      hasBegun = true;
      log.info({ ms }, 'process.draining');
      await delay(ms);
    },
  };
}
