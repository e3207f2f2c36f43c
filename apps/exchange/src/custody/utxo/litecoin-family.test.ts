import { describeDeposits } from '../../../testing/chain-families/deposits.ts';
import { openLitecoinFamily } from '../../../testing/chain-families/litecoin-family.ts';
import { useFamily } from '../../../testing/chain-families/family.ts';
import { describeReorganisations } from '../../../testing/chain-families/reorganisations.ts';
import { describeTwoNodes } from '../../../testing/chain-families/two-nodes.ts';
import { describeReplacements, describeWithdrawals } from '../../../testing/chain-families/withdrawals.ts';

const family = useFamily(openLitecoinFamily);
describeDeposits(family);
describeReorganisations(family);
describeWithdrawals(family);
describeReplacements(family, { afterMs: 20 * 60_000, times: 1 });
describeTwoNodes(family);
