// The demo's mailbox page. The browser runs it unbuilt, without libraries; texts are only set as text content.

/** @typedef {{ id: string, to: string, subject: string, text: string, code?: string, time: number }} ReceivedMail */

const refreshMs = 1000;
const copiedShownMs = 2000;

const texts = {
  zh: {
    title: '演示邮箱',
    other: 'English',
    explanation: '演示环境发出的所有邮件都显示在这里，任何人可见。请勿填写真实密码。',
    filter: '只看发往此邮箱的邮件',
    empty: '还没有邮件。申请验证码后会自动显示在这里。',
    copy: '复制',
    copied: '已复制',
    copyCode: '复制验证码',
    details: '查看全文',
    live: '实时',
    offline: '连接中断',
    one: '封邮件',
    many: '封邮件',
  },
  en: {
    title: 'Demo mailbox',
    other: '中文',
    explanation: 'All e-mails that the demo sends appear here, visible to everyone. Do not use a real password.',
    filter: 'Only e-mails to this address',
    empty: 'No e-mails yet. Request a code, and it appears here.',
    copy: 'Copy',
    copied: 'Copied',
    copyCode: 'Copy code',
    details: 'Show full e-mail',
    live: 'Live',
    offline: 'Offline',
    one: 'e-mail',
    many: 'e-mails',
  },
};

const parameters = new URLSearchParams(location.search);
const filter = part(document, '#filter', HTMLInputElement);
const template = part(document, '#mail', HTMLTemplateElement);
let lang = firstLanguage();
/** @type {ReceivedMail[]} */
let mails = [];
let shown = '';

/**
 * Uses `?lang=` if present, else the app's rule: Chinese if nothing or zh-CN is stored, otherwise English.
 * @returns {'zh' | 'en'}
 */
function firstLanguage() {
  const asked = parameters.get('lang');
  if (asked === 'zh' || asked === 'en') return asked;
  const stored = localStorage.getItem('locale');
  return stored === null || stored === 'zh-CN' ? 'zh' : 'en';
}

/**
 * @template {Element} T
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => T} kind
 * @returns {T}
 */
function part(root, selector, kind) {
  const found = root.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${selector}`);
}

/**
 * @param {string} selector
 * @param {string} text
 */
function setText(selector, text) {
  const element = part(document, selector, HTMLElement);
  if (element.textContent !== text) element.textContent = text;
}

function drawFrame() {
  const words = texts[lang];
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  document.title = `FFT ${words.title}`;
  setText('#title', words.title);
  setText('#language', words.other);
  setText('#explanation', words.explanation);
  setText('#filter-label', words.filter);
  setText('#empty', words.empty);
}

function drawMails() {
  const words = texts[lang];
  setText('#count', `${mails.length} ${mails.length === 1 ? words.one : words.many}`);
  part(document, '#empty', HTMLElement).hidden = mails.length > 0;
  // Unchanged e-mails are not drawn again, so that an opened one stays open and a selection remains.
  const wanted = `${lang} ${mails.map((mail) => mail.id).join(' ')}`;
  if (wanted === shown) return;
  shown = wanted;
  part(document, '#mails', HTMLElement).replaceChildren(...mails.map(drawMail));
}

/** @param {ReceivedMail} mail */
function drawMail(mail) {
  const content = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const item = part(content, 'li', HTMLElement);
  const time = new Date(mail.time);
  const clock = part(item, 'time', HTMLTimeElement);
  part(item, '.to', HTMLElement).textContent = mail.to;
  part(item, '.subject', HTMLElement).textContent = mail.subject;
  part(item, '.text', HTMLElement).textContent = mail.text;
  part(item, 'summary', HTMLElement).textContent = texts[lang].details;
  clock.dateTime = time.toISOString();
  clock.textContent = time.toLocaleTimeString(lang === 'zh' ? 'zh-CN' : 'en-GB');
  part(item, '.code-row', HTMLElement).hidden = mail.code === undefined;
  if (mail.code !== undefined) drawCode(item, mail.code);
  return item;
}

/**
 * @param {HTMLElement} item
 * @param {string} code
 */
function drawCode(item, code) {
  const words = texts[lang];
  const output = part(item, '.code', HTMLElement);
  const button = part(item, '.copy', HTMLButtonElement);
  output.textContent = code;
  button.textContent = words.copy;
  button.setAttribute('aria-label', `${words.copyCode} ${code}`);
  button.addEventListener('click', () => {
    void copy(output, code).then((copied) => {
      if (!copied) return;
      button.textContent = words.copied;
      setTimeout(() => {
        button.textContent = words.copy;
      }, copiedShownMs);
    });
  });
}

/**
 * Copies the code. If the browser doesn't allow it (without HTTPS, except on localhost), selects the code instead.
 * @param {HTMLElement} output
 * @param {string} code
 */
async function copy(output, code) {
  try {
    await navigator.clipboard.writeText(code);
    return true;
  } catch {
    getSelection()?.selectAllChildren(output);
    return false;
  }
}

/** @returns {Promise<ReceivedMail[]>} */
async function fetchMails() {
  const to = filter.validity.valid ? filter.value.trim() : '';
  const query = new URLSearchParams(to === '' ? { lang } : { lang, to });
  const response = await fetch(`/demo/mailbox.json?${query.toString()}`);
  const answer = /** @type {{ code: number, data: ReceivedMail[] }} */ (await response.json());
  if (answer.code !== 200) throw new Error(`code ${answer.code}`);
  return answer.data;
}

async function refresh() {
  try {
    mails = await fetchMails();
    drawMails();
    showState('live');
  } catch {
    // The old e-mails stay; the strip shows that they are out of date.
    showState('offline');
  }
}

/** @param {'live' | 'offline'} state */
function showState(state) {
  part(document, '#dot', HTMLElement).className = `dot ${state}`;
  setText('#state', texts[lang][state]);
}

async function keepRefreshing() {
  if (!document.hidden) await refresh();
  setTimeout(() => void keepRefreshing(), refreshMs);
}

part(document, '#language', HTMLButtonElement).addEventListener('click', () => {
  lang = lang === 'zh' ? 'en' : 'zh';
  drawFrame();
  drawMails();
  void refresh();
});
filter.addEventListener('input', () => void refresh());
document.addEventListener('visibilitychange', () => void refresh());

filter.value = parameters.get('to') ?? '';
drawFrame();
void keepRefreshing();
