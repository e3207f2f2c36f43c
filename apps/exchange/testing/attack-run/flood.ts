import { setTimeout as wait } from 'node:timers/promises';
import type { Attack, World } from './attack.ts';

/** Whom a flood is aimed at, and from where. */
export interface Target {
  readonly url: string;
  readonly from: string;
  readonly signal: AbortSignal;
  readonly tally: Tally;
}

/** What a flood has sent, and what became of it. */
export interface Tally {
  connections: number;
  /** Closed by the server, or never let in. */
  refused: number;
  messages: number;
}

/** A flood from one address, which lasts until the run ends it. */
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
      return { tried: `${sent}${connections} connections`, refused: `${refused} closed or not let in`, broke: [] };
    },
  };
}

/** Keeps so many connections busy with `work`, each opened again where it ends. */
export async function keep(count: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      await work();
      // One who is refused at once comes again, but not in a loop that does nothing else.
      await wait(5);
    }
  };
  await Promise.all(Array.from({ length: count }, one));
}
