import { describeDeposits } from '../../../testing/chain-families/deposits.ts';
import { openTronFamily } from '../../../testing/chain-families/tron-family.ts';
import { useFamily } from '../../../testing/chain-families/family.ts';
import { describeReorganisations } from '../../../testing/chain-families/reorganisations.ts';
import { describeTwoNodes } from '../../../testing/chain-families/two-nodes.ts';
import { describeWithdrawals } from '../../../testing/chain-families/withdrawals.ts';

const family = useFamily(openTronFamily);
describeDeposits(family);
describeReorganisations(family);
describeWithdrawals(family);
describeTwoNodes(family);
