import { defineTexts } from '../../i18n/texts.ts';

/** Texts in the order lists about what placed an order for the customer, and about the price that the order follows. */
const zh = {
  scaled: '分批',
  twap: 'TWAP',
  recurring: '定投',
  convert: '闪兑',
  bracket: '附带止盈止损',
  cancelWhole: { scaled: '撤销整组分批委托', twap: '停止整个 TWAP 委托' },
  trails: (distance: string, from: string | null): string =>
    from === null ? `跟踪 ${distance}` : `跟踪 ${distance}，激活价 ${from}`,
  legs: { profit: (price: string): string => `止盈 ${price}`, loss: (price: string): string => `止损 ${price}` },
};

export const orderParentTexts = defineTexts<typeof zh>({
  zh,
  en: {
    scaled: 'Scaled',
    twap: 'TWAP',
    recurring: 'Recurring',
    convert: 'Convert',
    bracket: 'Bracket',
    cancelWhole: { scaled: 'Cancel the whole scaled order', twap: 'Stop the whole TWAP order' },
    trails: (distance, from) => (from === null ? `Trails by ${distance}` : `Trails by ${distance} from ${from}`),
    legs: { profit: (price) => `TP ${price}`, loss: (price) => `SL ${price}` },
  },
});
