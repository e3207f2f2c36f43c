import type { Page } from 'playwright-core';

/** Collects what the page copies: a browser without a screen has no clipboard. */
export const watchCopies = `
  globalThis.copied = [];
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => void copied.push(text) } });
`;
export const lastCopied = (page: Page): Promise<string> => page.evaluate<string>('copied.at(-1) ?? ""');
