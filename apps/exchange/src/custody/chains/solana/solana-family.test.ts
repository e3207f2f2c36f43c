import { describeAccounts } from '../../../../testing/chain-families/accounts.ts';
import { describeDeposits } from '../../../../testing/chain-families/deposits.ts';
import { openSolanaFamily } from '../../../../testing/chain-families/solana-family.ts';
import { openedFamily } from '../../../../testing/chain-families/family.ts';
import { describeTwoNodes } from '../../../../testing/chain-families/two-nodes.ts';
import { describeWithdrawals } from '../../../../testing/chain-families/withdrawals.ts';

const family = openedFamily(openSolanaFamily);
describeDeposits(family);
describeAccounts(family);
describeWithdrawals(family);
describeTwoNodes(family);
