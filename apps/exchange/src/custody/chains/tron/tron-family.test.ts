import { describeAccounts, describeContractTokens } from '../../../../testing/chain-families/accounts.ts';
import { describeDeposits } from '../../../../testing/chain-families/deposits.ts';
import { openTronFamily } from '../../../../testing/chain-families/tron-family.ts';
import { openedFamily } from '../../../../testing/chain-families/family.ts';
import { describeReorganisations } from '../../../../testing/chain-families/reorganisations.ts';
import { describeTwoNodes } from '../../../../testing/chain-families/two-nodes.ts';
import { describeWithdrawals } from '../../../../testing/chain-families/withdrawals.ts';

const family = openedFamily(openTronFamily);
describeDeposits(family);
describeAccounts(family);
describeContractTokens(family);
describeWithdrawals(family);
describeTwoNodes(family);
describeReorganisations(family);
