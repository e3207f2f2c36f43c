import { openEvmFamily } from '../../../../testing/chain-families/evm-family.ts';
import { openedFamily } from '../../../../testing/chain-families/family.ts';
import { describeReorganisations } from '../../../../testing/chain-families/reorganisations.ts';

describeReorganisations(openedFamily(openEvmFamily));
