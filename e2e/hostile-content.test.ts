import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';

/** Each one opens a dialog in this browser if it runs. */
const attacks: readonly string[] = [
  '<script>alert(1)</script>',
  '<script src="data:text/javascript,alert(1)"></script>',
  '<script type="module">alert(1)</script>',
  '<img src="x:" onerror="alert(1)">',
  '<svg onload="alert(1)"></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin="alert(1)" attributeName="x" dur="1s"></animate></svg>',
  '<details open ontoggle="alert(1)">x</details>',
  '<input autofocus onfocus="alert(1)">',
  '<video><source src="x:" onerror="alert(1)"></video>',
  '<audio src="x:" onerror="alert(1)"></audio>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="&#106;ava&#115;cript:alert(1)">x</a>',
  '<a href=" java\nscript:alert(1)">x</a>',
  '<svg><a href="javascript:alert(1)"><text y="20">x</text></a></svg>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<form><button formaction="javascript:alert(1)">x</button></form>',
  '<p onclick="alert(1)">x</p>',
  '<xss onclick="alert(1)">x</xss>',
  '<style>@keyframes x{}</style><xss style="animation-name:x" onanimationstart="alert(1)"></xss>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x: onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x: onerror=alert(1)>">',
];
/** These attack a sanitiser, not the browser: as written they run nothing. */
const notHere: ReadonlySet<string> = new Set(attacks.slice(-2));

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await sharedExchange();
  browser = await sharedBrowser();
});
afterAll(() => closePages(browser));

let context: BrowserContext;
let page: Page;
let dialogs: string[];
beforeEach(async () => {
  // A service worker would bypass the routes here.
  context = await browser.newContext({ serviceWorkers: 'block', locale: 'en-US' });
  page = await context.newPage();
  dialogs = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return () => context.close();
});

/** Clicks every element. */
async function clickAll(within: string): Promise<void> {
  for (const element of await page.locator(`${within} :is(a, button, p, xss)`).all()) {
    // An earlier click may have removed the element.
    await element.dispatchEvent('click', undefined, { timeout: 1000 }).catch(() => undefined);
  }
}

/** True if an attack runs on its own page with these headers. */
async function runs(attack: string, headers: Readonly<Record<string, string>>): Promise<boolean> {
  dialogs = [];
  const address = `${exchange.url}/attack`;
  const body = `<!doctype html><title>x</title><body>${attack}`;
  await page.route(address, (route) => route.fulfill({ headers: { ...headers, 'content-type': 'text/html' }, body }));
  await page.goto(address);
  await clickAll('body');
  // A round trip through the browser lets pending work run.
  for (let round = 0; round < 5 && dialogs.length === 0; round++) {
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 10)))');
  }
  await page.unroute(address);
  return dialogs.length > 0;
}

describe('under the pages’ content security policy', () => {
  test('no attack runs, though each one runs without the policy', async () => {
    const answer = await fetch(exchange.url);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const ran: string[] = [];
    const harmless: string[] = [];
    for (const attack of attacks) {
      if (await runs(attack, { 'content-security-policy': policy })) ran.push(attack);
      if (!notHere.has(attack) && !(await runs(attack, {}))) harmless.push(attack);
    }
    expect(ran).toEqual([]);
    expect(harmless).toEqual([]);
  });

  test('our own scripts cannot turn text into elements', async () => {
    await page.goto(exchange.url);
    await expect(page.evaluate('document.body.innerHTML = "<b>x</b>"')).rejects.toThrow(/TrustedHTML/);
  });
});

describe('if the sanitiser had failed', () => {
  const envelope = (data: unknown): string => JSON.stringify({ code: 200, message: 'OK', data });
  const html = `<p>first words</p>${attacks.join('')}<p>last words</p>`;

  async function answer(call: string, data: unknown): Promise<void> {
    const body = envelope(data);
    await page.route(`**/api/${call}.html*`, (route) => route.fulfill({ contentType: 'application/json', body }));
  }

  test('a message shows its text and runs nothing', async () => {
    const [id, title] = ['1', attacks[3]];
    await answer('content/detail', { id, kind: 'notice', title, summary: title, time: 1, read: false, html });
    await page.goto(`${exchange.url}/#/pages/content/detail?id=1`);
    await page.getByText('first words').waitFor();
    await clickAll('article');
    expect(await page.locator('article :is(script, iframe, svg, form, input, video, img, style)').count()).toBe(0);
    expect(dialogs).toEqual([]);
  });

  test('notices and banners of the home page run nothing', async () => {
    const title = attacks[3];
    const link = 'javascript:alert(1)';
    await answer('home/spread', { banners: [{ id: '1', image: link, title, link }], notices: [{ id: '1', title }] });
    await page.goto(`${exchange.url}/#/pages/home/index`);
    await page
      .getByText(title ?? '')
      .first()
      .waitFor({ state: 'attached' });
    await clickAll('main');
    expect(dialogs).toEqual([]);
  });
});
