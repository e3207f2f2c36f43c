import { acquireLeadership } from '../../../exchange/src/platform/leader-election.ts';
import type { SupervisedProcess } from '../../../exchange/src/platform/processes/supervised-process.ts';
import { startMakerProcess, type MakerProcessOptions } from './maker-process.ts';

export interface RunMakerOptions extends Omit<MakerProcessOptions, 'keys'> {
  readonly databaseUrl: string;
  /** Creates the accounts' API keys, and revokes those of an earlier maker. */
  readonly createKeys: () => Promise<string>;
}

/** Runs the demo's market maker unless another process on the same database does: two would quote with the same account. */
export function runMaker({ createKeys, ...options }: RunMakerOptions): { close(): Promise<void> } {
  let maker: SupervisedProcess | null = null;
  /** Rises with each start and stop: keys that arrive after a stop start nothing. */
  let turn = 0;

  async function start(): Promise<void> {
    turn += 1;
    const own = turn;
    const keys = await createKeys().catch((error: unknown) => {
      options.log.warn({ err: error }, 'demoMaker.keysFailed');
      return '';
    });
    if (own === turn) maker = startMakerProcess({ ...options, keys });
  }

  const role = acquireLeadership({
    url: options.databaseUrl,
    role: 'demo maker',
    onTaken: () => void start(),
    onLost: () => {
      turn += 1;
      void maker?.stop();
      maker = null;
    },
  });
  return {
    close: async () => {
      turn += 1;
      await maker?.stop();
      await role.close();
    },
  };
}
