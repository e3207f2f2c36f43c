import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const lookEveryMs = 20;

/** Resolves when a process accepts connections at a Unix socket. The file alone proves nothing: it appears before `listen`, and remains after a kill. @throws after `withinMs` */
export async function untilListening(socket: string, withinMs: number): Promise<void> {
  const begun = performance.now();
  while (!(await isTaken(socket))) {
    if (performance.now() - begun > withinMs) throw new Error(`nothing is listening at ${socket}`);
    await delay(lookEveryMs);
  }
}

async function isTaken(socket: string): Promise<boolean> {
  const connection = connect(socket);
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}
