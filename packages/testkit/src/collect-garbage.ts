import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects garbage while a test waits, so that what nothing holds is gone. Returns how to end it. */
export function keepCollecting(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const timer = setInterval(collect, 20);
  return () => clearInterval(timer);
}
