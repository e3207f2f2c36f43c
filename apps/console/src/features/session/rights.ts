import type { Me, Right } from '@fft/console-contract';
import { session, useSession } from './session.ts';

/** Who is logged in. Only what stands behind the log-in asks. */
export function useMe(): Me {
  const found = useSession() ?? session.current();
  if (found === null) throw new Error('nobody is logged in');
  return found.me;
}

/** Whether this operator has a right: what he hasn't isn't offered. */
export function useMay(): (right: Right) => boolean {
  const { rights } = useMe();
  return (right) => rights.includes(right);
}
