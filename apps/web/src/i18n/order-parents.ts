import { defineTexts } from './texts.ts';

/** What placed an order beside the customer, in the order lists. */
export const orderParentTexts = defineTexts({
  zh: { scaled: '分批', cancelWhole: '撤销整组分批委托' },
  en: { scaled: 'Scaled', cancelWhole: 'Cancel the whole scaled order' },
});
