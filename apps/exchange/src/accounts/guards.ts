import type { createWrongGuesses } from './limits/wrong-guesses.ts';
import type { createDeviceKeys, forgetDevices } from './sign-in/device-keys.ts';

/** Counters of attempts and devices, for log-ins of customers and operators. */
export interface AccountGuards {
  readonly createDeviceKeys: typeof createDeviceKeys;
  readonly createWrongGuesses: typeof createWrongGuesses;
  readonly forgetDevices: typeof forgetDevices;
}
