import type { Role } from '@fft/console-contract';

/** Every screen of the console with somebody who may see it. */
export const consoleScreens = [
  ['/overview', 'admin'],
  ['/identity', 'compliance'],
  ['/withdrawals', 'treasury'],
  ['/approvals', 'treasury'],
  ['/customers', 'support'],
  ['/treasury', 'treasury'],
  ['/markets', 'market'],
  ['/content', 'content'],
  ['/operators', 'admin'],
  ['/audit', 'admin'],
] as const satisfies readonly (readonly [path: string, role: Role])[];
