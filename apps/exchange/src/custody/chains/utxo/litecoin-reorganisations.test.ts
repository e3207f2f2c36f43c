import { openedFamily } from '../../../../testing/chain-families/family.ts';
import { openLitecoinFamily } from '../../../../testing/chain-families/litecoin-family.ts';
import { describeReorganisations } from '../../../../testing/chain-families/reorganisations.ts';

describeReorganisations(openedFamily(() => openLitecoinFamily()));
