import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const lookEveryMs = 20;

/** Resolves when somebody takes connections at a Unix socket. That its file is there says less: it is made a moment before, and stays behind where its process was killed. @throws where nobody does in time */
export async function untilListening(socket: string, withinMs: number): Promise<void> {
  const begun = performance.now();
  while (!(await isTaken(socket))) {
    if (performance.now() - begun > withinMs) throw new Error(`nobody listens at ${socket}`);
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
