import type { createWrongGuesses } from './limits/wrong-guesses.ts';
import type { createDeviceKeys } from './sign-in/device-keys.ts';

/** What counts and remembers attempts, for log-ins of any realm. */
export interface AccountGuards {
  readonly createDeviceKeys: typeof createDeviceKeys;
  readonly createWrongGuesses: typeof createWrongGuesses;
}
