import { consoleCalls, type Recovery } from '@fft/console-contract';
import type { AgreedRecoveries, RecoveryRow } from '../custody/index.ts';
import type { ExplorerLinks } from '../assets/explorers.ts';
import type { Approvals, ExecuteApproval } from './approvals.ts';
import type { Bind } from './bind.ts';

export interface RecoveriesOptions {
  readonly approvals: Pick<Approvals, 'propose' | 'findOpen'>;
  readonly recoveries: AgreedRecoveries;
  readonly explorerLinks: ExplorerLinks;
}

const shown = 30;
const targetOf = ({ chain, txid }: Pick<RecoveryRow, 'chain' | 'txid'>): string => `recovery ${chain} ${txid}`;

/** Binds the calls about coins that came to customers' addresses uncredited. */
export function bindRecoveries(bind: Bind, options: RecoveriesOptions): void {
  const { approvals, recoveries: found } = options;
  const { recoveries } = consoleCalls;

  bind(recoveries.list, async () => ({ networks: await found.networks(), recoveries: await newest(options) }));
  bind(recoveries.find, ({ chain, txid }, { name: operator }) => found.ask({ chain, txid, operator }));
  bind(recoveries.propose, async ({ id, requestId }, by) => {
    const input = await found.examine(id);
    const target = targetOf(input);
    const approval = await approvals.propose(by, { act: 'recovery', target, input, requestId });
    return { approval: approval.id };
  });
}

async function newest({ recoveries, approvals, explorerLinks }: RecoveriesOptions): Promise<Recovery[]> {
  const rows = await recoveries.newest(shown);
  const open = await approvals.findOpen('recovery', rows.map(targetOf));
  const linkTo = await explorerLinks.read();
  return rows.map(({ id, chain, txid, operator, time, answer, operators, outcome }) => {
    const proposer = open.get(targetOf({ chain, txid }))?.proposerName ?? null;
    return { id, chain, txid, explorerUrl: linkTo(chain, txid), operator, time, answer, proposer, operators, outcome };
  });
}

/** Passes on what two operators agreed to. */
export function createRecoveryApproval({
  recoveries,
}: Pick<RecoveriesOptions, 'recoveries'>): ExecuteApproval<'recovery'> {
  return async (input, { agreement }) => {
    await recoveries.agree(input, agreement);
    return {};
  };
}
