import { constants, setPriority } from 'node:os';
import type { Outcome } from './attack.ts';
import { attacks } from './attack-list.ts';
import { openWorld, type WorldSettings } from './world.ts';

/** Messages to the attacker's process: begin this attack, or end it. */
export type Order = { readonly begin: string; readonly world: WorldSettings } | { readonly end: true };

let ending = new AbortController();

// A process of its own takes no time from the one that measures the honest customers. A real attacker has their own machine as well:
// this one gets the time that server, database and honest customers leave.
setPriority(constants.priority.PRIORITY_LOW);
process.on('message', (order: Order) => {
  if ('end' in order) ending.abort();
  else void attack(order.begin, order.world).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function attack(name: string, settings: WorldSettings): Promise<Outcome> {
  ending = new AbortController();
  const { world, close } = openWorld(settings, ending.signal);
  try {
    const found = attacks.find((each) => each.name === name);
    if (!found) throw new Error(`unknown attack: ${name}`);
    return await found.run(world);
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { tried: '', refused: '', broke: [`the attack failed: ${message}`] };
  } finally {
    await close();
  }
}
