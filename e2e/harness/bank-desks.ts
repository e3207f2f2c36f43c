import { calls, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findAxeFaults } from './accessibility.ts';
import { type ApiCustomer, codeFor } from './api-customer.ts';
import { type ApiOperator, consoleUrlOf, openConsole } from './console.ts';
import { consoleWords } from './console-words.ts';
import type { ExchangeProcess } from './exchange-process.ts';
import { payPassword } from './withdrawer.ts';

export async function setPayPassword({ client, email }: ApiCustomer): Promise<void> {
  await client.call(calls.user.sendCode, { type: 'pay' });
  const digits = { password: payPassword, passwordConfirm: payPassword };
  await client.call(calls.user.setPassword, { type: 'pay', code: await codeFor(client, email), ...digits });
}

/** Collects what the page copies: a browser without a screen has no clipboard. */
export const watchCopies = `
  globalThis.copied = [];
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => void copied.push(text) } });
`;
export const lastCopied = (page: Page): Promise<string> => page.evaluate<string>('copied.at(-1) ?? ""');

export interface DesksOptions {
  readonly browser: Browser;
  readonly exchange: ExchangeProcess;
  readonly lang: Lang;
}

/** Two treasurers at their consoles: li at the banks, wu at the approvals. */
export async function openDesks(
  { browser, exchange, lang }: DesksOptions,
  operators: { readonly li: ApiOperator; readonly wu: ApiOperator },
) {
  const t = consoleWords(lang);
  const url = consoleUrlOf(exchange);
  const screenOf = (operator: ApiOperator, path: string) => openConsole({ browser, url, lang }, operator, path);
  const li = await screenOf(operators.li, '/banks');
  const wu = await screenOf(operators.wu, '/approvals');
  return {
    t,
    li,
    wu,
    /** Chooses a file for an account, up to what it would do. */
    choose: async (account: string, name: string, text: string): Promise<void> => {
      await li.getByRole('button', { name: t.banks.import }).click();
      await li.getByLabel(t.banks.account, { exact: true }).last().selectOption({ label: account });
      const file = { name, mimeType: 'application/xml', buffer: Buffer.from(text) };
      await li.getByLabel(t.banks.chooseFile, { exact: true }).setInputFiles(file);
      await li.getByRole('button', { name: t.banks.check }).click();
    },
    propose: async (): Promise<void> => {
      await li.getByRole('dialog').last().getByRole('button', { name: t.banks.propose, exact: true }).click();
      await li.getByRole('dialog').waitFor({ state: 'detached' });
    },
    /** The other treasurer reads what is proposed, and agrees. */
    agree: async (shows: string): Promise<void> => {
      await wu.reload();
      await wu.getByRole('main').locator('button[data-opens]').first().click();
      await wu.getByRole('complementary').getByText(shows).first().waitFor();
      expect(await findAxeFaults(wu)).toEqual([]);
      await wu.getByRole('button', { name: t.approvals.agree }).click();
      await wu.getByRole('dialog').getByRole('button', { name: t.approvals.agree }).click();
      await wu.getByText(t.approvals.noneOpen).waitFor();
    },
    close: () => Promise.all([li, wu].map((page) => page.context().close())),
  };
}
