import type { Role } from '@fft/console-contract';

/** Every screen of the console, with a role that has access. */
export const consoleScreens = [
  ['/overview', 'admin'],
  ['/identity', 'compliance'],
  ['/withdrawals', 'treasury'],
  ['/approvals', 'treasury'],
  ['/customers', 'support'],
  ['/treasury', 'treasury'],
  ['/banks', 'treasury'],
  ['/markets', 'market'],
  ['/content', 'content'],
  ['/operators', 'admin'],
  ['/audit', 'admin'],
] as const satisfies readonly (readonly [path: string, role: Role])[];
