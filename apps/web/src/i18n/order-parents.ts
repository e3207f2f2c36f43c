import { defineTexts } from './texts.ts';

/** What placed an order beside the customer, in the order lists. */
export const orderParentTexts = defineTexts({
  zh: {
    scaled: '分批',
    twap: 'TWAP',
    recurring: '定投',
    cancelWhole: { scaled: '撤销整组分批委托', twap: '停止整个 TWAP 委托' },
  },
  en: {
    scaled: 'Scaled',
    twap: 'TWAP',
    recurring: 'Recurring',
    cancelWhole: { scaled: 'Cancel the whole scaled order', twap: 'Stop the whole TWAP order' },
  },
});
