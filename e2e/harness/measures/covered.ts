import type { Page } from 'playwright-core';

const script = (testId: string): string => `(() => {
  const toast = document.querySelector('[data-testid=${testId}]');
  if (toast === null) return null;
  const box = toast.getBoundingClientRect();
  // What takes the pointer itself is looked through.
  toast.style.pointerEvents = 'none';
  const covered = new Set();
  for (let x = box.left + 2; x < box.right; x += 6) {
    for (let y = box.top + 1; y < box.bottom; y += 4) {
      const below = document.elementFromPoint(x, y);
      if (below === null || below.closest('footer') !== null) continue;
      if (below === document.body || below === document.documentElement) continue;
      // The layer that keeps a page behind a dialog from being pressed is empty; so are a chart, a picture and a field, which count.
      if (below.childNodes.length === 0 && !below.matches('canvas, img, input, textarea')) continue;
      covered.add(below.tagName.toLowerCase() + ' ' + (below.textContent ?? '').trim().slice(0, 40));
    }
  }
  toast.style.pointerEvents = '';
  return [toast.textContent, [...covered]];
})()`;

/** Waits for a toast. Returns its text and the elements that the toast covers, except those in the footer. */
export async function toastOver(page: Page): Promise<readonly [text: string, covered: readonly string[]]> {
  return shownOver(page, 'toast');
}

/** Waits for a message with this test id. Returns its text and the elements that the message covers, except those in the footer. */
export async function shownOver(
  page: Page,
  testId: string,
): Promise<readonly [text: string, covered: readonly string[]]> {
  await page.getByTestId(testId).waitFor();
  const seen = await page.evaluate<readonly [string, readonly string[]] | null>(script(testId));
  if (seen === null) throw new Error(`the ${testId} went before it was looked at`);
  return seen;
}

const focusScript = `(() => {
  const toast = document.querySelector('[data-testid=toast]')?.getBoundingClientRect();
  if (toast === undefined) return null;
  const covered = [];
  const before = document.activeElement;
  for (const each of document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')) {
    each.focus();
    if (document.activeElement !== each) continue;
    const { left, right, top, bottom } = each.getBoundingClientRect();
    if (left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top)
      covered.push(each.tagName.toLowerCase() + ' ' + (each.ariaLabel ?? each.textContent).trim().slice(0, 40));
  }
  before?.focus();
  return covered;
})()`;

/** Moves the focus through the page while a toast is shown. Returns the focusable elements that the toast covers. */
export async function focusUnderToast(page: Page): Promise<readonly string[]> {
  await page.getByTestId('toast').waitFor();
  const covered = await page.evaluate<readonly string[] | null>(focusScript);
  if (covered === null) throw new Error('the toast went before the focus was moved');
  return covered;
}
