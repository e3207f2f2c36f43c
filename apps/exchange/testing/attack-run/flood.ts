import { setTimeout as wait } from 'node:timers/promises';
import type { Attack, World } from './attack.ts';

/** Target and source address of a flood. */
export interface Target {
  readonly url: string;
  readonly from: string;
  readonly signal: AbortSignal;
  readonly tally: Tally;
}

/** Counts of a flood. */
export interface Tally {
  connections: number;
  /** Connections that the server closed or rejected. */
  refused: number;
  messages: number;
}

/** Returns a flood from one address, which lasts until the run ends it. */
export function flood(name: string, run: (target: Target, world: World) => Promise<void>): Attack {
  return {
    name,
    run: async (world) => {
      const tally: Tally = { connections: 0, refused: 0, messages: 0 };
      await run({ url: world.url, from: world.address(), signal: world.signal, tally }, world);
      const [connections, refused, messages] = [tally.connections, tally.refused, tally.messages].map((count) =>
        count.toLocaleString('en'),
      );
      const sent = tally.messages > 0 ? `${messages} messages over ` : '';
      return { tried: `${sent}${connections} connections`, refused: `${refused} closed or rejected`, broke: [] };
    },
  };
}

/** Keeps this many connections busy with `work`; reopens each when it ends. */
export async function keep(count: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      await work();
      // Pauses after a rejection, so that the loop leaves time for the others.
      await wait(5);
    }
  };
  await Promise.all(Array.from({ length: count }, one));
}
