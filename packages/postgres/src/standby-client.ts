import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { cut, refuseAnswer } from './servers.ts';

/** The server isn't a standby, or no longer: it may have been promoted beside the primary. */
export class NoStandby extends Error {
  override readonly name = 'NoStandby';
  constructor() {
    super('the server is no standby');
  }
}

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/**
 * A client that reads at a standby. PostgreSQL says `in_hot_standby` at the start, and after a promotion together with the next answer: that answer
 * fails with {@link NoStandby}.
 */
export class StandbyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // Its types don't have it.
    const { connection } = this as unknown as { readonly connection: EventEmitter };
    connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'off') refuseAnswer(this, new NoStandby());
    });
  }

  /** Ends it at once: a server that is frozen would not answer a goodbye. */
  drop(): void {
    cut(this);
  }
}
