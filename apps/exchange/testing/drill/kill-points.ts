import { flushCompileCache } from 'node:module';
import { Socket } from 'node:net';
import pg from 'pg';
import { familyOf, signalAll } from '../faults/processes.ts';
import { killPoints, type KillOrder, type KillPoint } from './points.ts';

/**
 * Loaded before a server: on the drill's order it kills itself or PostgreSQL at a point between two steps. It recognises steps from outside, by the bytes sent
 * to PostgreSQL and to customers; the server's code knows nothing of it.
 */
let order: (KillOrder & KillPoint) | null = null;

/** Forwards an order to threads: the drill sends it to the server's process, but a thread writes the tables. */
const threads = new BroadcastChannel('kill');
threads.unref();

function take(message: KillOrder): void {
  const point = killPoints.find(({ name }) => name === message.point);
  if (!point) throw new Error(`unknown kill point: ${message.point}`);
  order = { ...message, ...point };
}

process.on('message', (message: KillOrder) => {
  take(message);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin
  threads.postMessage(message);
});
threads.addEventListener('message', (event) => take((event as Event & { readonly data: KillOrder }).data));
process.channel?.unref();
// A killed process can't save its compile cache as it ends; saving it early speeds up the next start.
setTimeout(flushCompileCache, 2_000).unref();

/** A method of `Socket` or `pg.Client` as this file replaces it. */
type Step = (this: unknown, ...args: unknown[]) => unknown;

function watch(owner: object, method: string, nameOf: (args: readonly unknown[]) => string): void {
  const methods = owner as Record<string, Step>;
  const step = methods[method];
  if (!step) throw new Error(`no method ${method} to watch`);
  methods[method] = function (...args) {
    if (order === null || !nameOf(args).includes(order.step)) return step.apply(this, args);
    const mine = order;
    order = null;
    const { when, kills, postgres, afterMs } = mine;
    if (when === 'before') signalAll([process.pid]);
    const victims = kills === 'postgres' ? familyOf(postgres) : [process.pid];
    const outcome = step.apply(this, args);
    if (when === 'sent' && kills === 'itself') signalAll(victims);
    if (when === 'sent') setTimeout(() => signalAll(victims), afterMs);
    // A failed step is not the intended point.
    const missed = () => (order = mine);
    if (when === 'answered') Promise.resolve(outcome).then(() => signalAll(victims), missed);
    return outcome;
  };
}

watch(pg.Client.prototype, 'query', ([statement]) => {
  if (typeof statement === 'string') return statement;
  const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement;
  return isNamed ? String(statement.name) : '';
});
watch(Socket.prototype, 'write', ([sent]) => String(sent));
