import type { Me, Right } from '@fft/console-contract';
import { session, useSession } from './session.ts';

/** The logged-in operator. Use it only on pages behind the log-in. */
export function useMe(): Me {
  const found = useSession() ?? session.current();
  if (found === null) throw new Error('no operator is logged in');
  return found.me;
}

/** Returns a check for the operator's rights. Pages hide what the operator may not do. */
export function useMay(): (right: Right) => boolean {
  const { rights } = useMe();
  return (right) => rights.includes(right);
}
