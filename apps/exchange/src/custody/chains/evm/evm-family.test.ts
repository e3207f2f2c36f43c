import { describeAccounts, describeContractTokens } from '../../../../testing/chain-families/accounts.ts';
import { describeDeposits } from '../../../../testing/chain-families/deposits.ts';
import { openEvmFamily } from '../../../../testing/chain-families/evm-family.ts';
import { openedFamily } from '../../../../testing/chain-families/family.ts';
import { describeTwoNodes } from '../../../../testing/chain-families/two-nodes.ts';
import { describeReplacements, describeWithdrawals } from '../../../../testing/chain-families/withdrawals.ts';

const family = openedFamily(openEvmFamily);
describeDeposits(family);
describeAccounts(family);
describeContractTokens(family);
describeWithdrawals(family);
describeReplacements(family, { afterMs: 61_000, times: 1.12 });
describeTwoNodes(family);
