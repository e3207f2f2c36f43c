import type { Locator } from 'playwright-core';
import { findAxeFaults } from '../harness/measures/accessibility.ts';
import { findFocusFaults } from '../harness/measures/focus.ts';
import { findForeignTexts } from '../harness/measures/page-language.ts';
import { findLayoutFaults } from '../harness/measures/page-layout.ts';
import { findSmallTargets } from '../harness/measures/page-targets.ts';
import type { Look } from './app.ts';
import { phones, type Shown } from './checks.ts';

/** Openers of dialogs: the first of similar rows, but every row of the security page, as each opens a different one. */
const opening = '#root [aria-haspopup=dialog]';
const openers = `(path) => [...document.querySelectorAll('${opening}')].flatMap((element, index) => {
  const row = element.closest('li');
  const isLike = row?.previousElementSibling?.querySelector('[aria-haspopup=dialog]')?.className === element.className;
  return isLike && path !== 'pages/user/safety' ? [] : [index];
})`;

const open = '[role=dialog], [role=alertdialog]';

/** True if the dialog reaches into the strip at the bottom, where it would be covered by a toast. */
const overStrip = `(() => {
  const strip = document.querySelector('footer').getBoundingClientRect();
  return document.querySelector('${open}').getBoundingClientRect().bottom > strip.top + 1;
})()`;

/** Long enough for a busy machine to close a dialog. */
const closedWithinMs = 3000;

/** Opens a dialog by keyboard on a phone, checks it at both sizes of phones and closes it by keyboard. Returns its faults. */
async function faultsOfDialog({ page, lang, settle }: Shown, opener: Locator): Promise<readonly string[]> {
  await opener.press('Enter');
  const dialog = page.locator(open).first();
  await dialog.waitFor();
  await settle(1);
  const name = await dialog.getByRole('heading').first().innerText();
  const faults = [...(await findAxeFaults(page, { within: open }))];
  faults.push(...(await findForeignTexts(page, lang)).map((text) => `not translated: ${text}`));
  if (await page.evaluate(overStrip)) faults.push('is over the strip, where toasts are shown');
  faults.push(...(await findFocusFaults(page)));
  faults.push(...(await findSmallTargets(page, open)));
  const [phone, small] = phones;
  for (const size of [small, phone]) {
    await page.setViewportSize(size);
    faults.push(...(await findLayoutFaults(page)).map((fault) => `at ${size.width}: ${fault}`));
  }
  await page.keyboard.press('Escape');
  await dialog
    .waitFor({ state: 'detached', timeout: closedWithinMs })
    .catch(() => faults.push('Escape does not close it'));
  const isBack = opener.and(page.locator(':focus'));
  await isBack.waitFor({ timeout: closedWithinMs }).catch(() => faults.push('the focus does not go back'));
  return faults.map((fault) => `${name}: ${fault}`);
}

/** A name that is equal for the same dialog on different pages. */
async function labelOf(opener: Locator): Promise<string> {
  return (await opener.getAttribute('aria-label')) ?? (await opener.innerText());
}

/** A look at every dialog of a page that isn't in `seen`, which then has it. */
export function lookAtDialogs(seen: Set<string>): Look {
  return async (shown, { path }) => {
    const { page } = shown;
    const faults: string[] = [];
    for (const index of await page.evaluate<readonly number[]>(`(${openers})(${JSON.stringify(path)})`)) {
      const opener = page.locator(opening).nth(index);
      const label = await labelOf(opener);
      if (seen.has(label)) continue;
      seen.add(label);
      faults.push(...(await faultsOfDialog(shown, opener)));
    }
    return faults;
  };
}
