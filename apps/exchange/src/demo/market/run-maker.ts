import { acquireLeadership } from '../../platform/leader-election.ts';
import type { SupervisedProcess } from '../../platform/processes/supervised-process.ts';
import { startMakerProcess, type MakerProcessOptions } from './maker-process.ts';

/** Runs the demo's market maker unless another process on the same database does: two would quote with the same account. */
export function runMaker(options: MakerProcessOptions & { readonly databaseUrl: string }): { close(): Promise<void> } {
  let maker: SupervisedProcess | null = null;
  const role = acquireLeadership({
    url: options.databaseUrl,
    role: 'demo maker',
    onTaken: () => {
      maker = startMakerProcess(options);
    },
    onLost: () => {
      void maker?.stop();
      maker = null;
    },
  });
  return {
    close: async () => {
      await maker?.stop();
      await role.close();
    },
  };
}
