import type { Lang } from '@fft/contract';
import type { Page } from 'playwright-core';
import { words } from './words.ts';

/** Fills in the identity check from the first step to the photos. */
export async function fillPapers(page: Page, lang: Lang): Promise<void> {
  const t = words(lang).identity;
  await page.getByRole('button', { name: new RegExp(`^${t.nationality}`) }).click();
  await page.getByRole('searchbox').fill('CZ');
  await page.getByRole('button', { name: lang === 'zh' ? '捷克' : 'Czechia' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByLabel(t.name, { exact: true }).fill('Anna Novak');
  await page.getByLabel(t.idNumber, { exact: true }).fill('2123456791');
  await page.getByRole('button', { name: t.goOn, exact: true }).click();
}

/** Chooses a photo, and waits until it is uploaded. */
export async function choosePhoto(page: Page, photo: 'front' | 'back' | 'hand', buffer: Buffer): Promise<void> {
  await page.getByTestId(`file-${photo}`).setInputFiles({ name: `${photo}.png`, mimeType: 'image/png', buffer });
  await page.locator(`[data-testid=photo-${photo}][data-step=ready]`).waitFor();
}
