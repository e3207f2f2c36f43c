import type { Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { words } from '../e2e/harness/words.ts';
import { paintFace } from './paint-face.ts';

/** From the first step of the identity check to the photos, one of which is chosen. */
export async function fillPapers(page: Page, lang: Lang, browser: Browser): Promise<void> {
  const t = words(lang).identity;
  await page.getByRole('button', { name: new RegExp(`^${t.nationality}`) }).click();
  await page.getByRole('searchbox').fill('CZ');
  await page.getByRole('button', { name: lang === 'zh' ? '捷克' : 'Czechia' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByLabel(t.name, { exact: true }).fill('Anna Novak');
  await page.getByLabel(t.idNumber, { exact: true }).fill('2123456791');
  await page.getByRole('button', { name: t.goOn, exact: true }).click();
  const file = { name: 'front.png', mimeType: 'image/png', buffer: await paintFace(browser) };
  await page.getByTestId('file-front').setInputFiles(file);
  await page.locator('[data-testid=photo-front][data-step=ready]').waitFor();
}
