import type { Page } from 'playwright-core';
import { assetsTexts } from '../../../apps/web/src/i18n/assets.ts';
import { numberIn, type Customer } from '../people/customer.ts';

/** The assets page in a customer's tab. */
export interface AssetsPage {
  readonly page: Page;
  /** Requests coins from the demo's faucet with its sheet. */
  receive(coin: string, amount: string): Promise<void>;
  /** `usable + frozen` as shown, as plain numbers; null if the coin isn't listed. */
  balance(coin: string): Promise<{ readonly usable: string | null; readonly frozen: string | null }>;
}

/** Opens the assets page in a new tab. */
export async function openAssetsPage(customer: Customer): Promise<AssetsPage> {
  const t = assetsTexts[customer.lang];
  const page = await customer.open('pages/assets/index');
  return {
    page,
    receive: async (coin, amount) => {
      await page.getByRole('button', { name: t.getCoins, exact: true }).first().click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel(t.coin, { exact: true }).selectOption(coin);
      await sheet.getByLabel(t.amount, { exact: true }).fill(amount);
      await sheet.getByRole('button', { name: t.receiveCoins(amount, coin), exact: true }).click();
      await sheet.waitFor({ state: 'hidden' });
    },
    balance: async (coin) => ({
      usable: await numberIn(page.getByTestId(`balance-${coin}-usable`)),
      frozen:
        (await page.getByTestId(`balance-${coin}-frozen`).count()) === 0
          ? '0'
          : await numberIn(page.getByTestId(`balance-${coin}-frozen`)),
    }),
  };
}

export { clipboardTexts } from '../../../apps/web/src/ui/clipboard/clipboard-texts.ts';
export { depositTexts } from '../../../apps/web/src/pages/deposit/deposit-texts.ts';
export { assetsTexts };
export { proofTexts } from '../../../apps/web/src/pages/proof/proof-texts.ts';
export { locationTexts } from '../../../apps/web/src/features/world/location-texts.ts';
export { worthTexts } from '../../../apps/web/src/i18n/worth.ts';
