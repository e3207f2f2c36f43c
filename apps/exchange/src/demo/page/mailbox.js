// The demo's mailbox page. It runs in the browser as it stands: no build, no library, and text only ever set as text.

const refreshMs = 1000;

const texts = {
  zh: {
    title: '演示邮箱',
    other: 'English',
    explanation: '演示环境发出的所有邮件都显示在这里，任何人可见。请勿填写真实密码。',
    filter: '只看发往此邮箱的邮件',
    empty: '还没有邮件。申请验证码后会自动显示在这里。',
    copy: '复制',
    copied: '已复制',
    copyCode: (code) => `复制验证码 ${code}`,
    details: '查看全文',
    live: '实时',
    offline: '连接中断',
    count: (count) => `${count} 封`,
  },
  en: {
    title: 'Demo mailbox',
    other: '中文',
    explanation: 'Every mail that the demo sends shows up here, for anybody to see. Do not use a real password.',
    filter: 'Only mails to this address',
    empty: 'No mail yet. A code that you ask for shows up here by itself.',
    copy: 'Copy',
    copied: 'Copied',
    copyCode: (code) => `Copy the code ${code}`,
    details: 'Read it all',
    live: 'Live',
    offline: 'Offline',
    count: (count) => (count === 1 ? '1 mail' : `${count} mails`),
  },
};

const parameters = new URLSearchParams(location.search);
let lang = firstLanguage();
let mails = [];
let shown = '';

/** `?lang=` first, then the app's own rule: a stored zh-CN is Chinese, any other stored value English, none Chinese. */
function firstLanguage() {
  const asked = parameters.get('lang');
  if (asked === 'zh' || asked === 'en') return asked;
  const stored = localStorage.getItem('locale');
  return stored === null || stored === 'zh-CN' ? 'zh' : 'en';
}

function element(id) {
  return document.getElementById(id);
}

function setText(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text;
}

function drawFrame() {
  const words = texts[lang];
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  document.title = `FFT ${words.title}`;
  setText('title', words.title);
  setText('language', words.other);
  setText('explanation', words.explanation);
  setText('filter-label', words.filter);
  setText('empty', words.empty);
}

function drawMails() {
  const words = texts[lang];
  setText('count', words.count(mails.length));
  element('empty').hidden = mails.length > 0;
  // What stands is left alone while nothing changed, so that an opened mail stays open and a selection stays.
  const wanted = `${lang} ${mails.map((mail) => mail.id).join(' ')}`;
  if (wanted === shown) return;
  shown = wanted;
  element('mails').replaceChildren(...mails.map((mail) => drawMail(mail, words)));
}

function drawMail(mail, words) {
  const item = element('mail').content.cloneNode(true).firstElementChild;
  const part = (selector) => item.querySelector(selector);
  part('.to').textContent = mail.to;
  part('.subject').textContent = mail.subject;
  part('.text').textContent = mail.text;
  part('summary').textContent = words.details;
  const time = new Date(mail.time);
  part('time').dateTime = time.toISOString();
  part('time').textContent = time.toLocaleTimeString(lang === 'zh' ? 'zh-CN' : 'en-GB');
  part('.code-row').hidden = mail.code === undefined;
  if (mail.code !== undefined) drawCode(part('.code'), part('.copy'), mail.code, words);
  return item;
}

function drawCode(output, button, code, words) {
  output.textContent = code;
  button.textContent = words.copy;
  button.setAttribute('aria-label', words.copyCode(code));
  button.addEventListener('click', async () => {
    await copy(output, code);
    button.textContent = words.copied;
    setTimeout(() => {
      button.textContent = words.copy;
    }, 2000);
  });
}

async function copy(output, code) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(code);
    return;
  }
  // Without HTTPS, off the own machine, there is no clipboard to write to but the old one.
  getSelection().selectAllChildren(output);
  document.execCommand('copy');
}

async function refresh() {
  try {
    const to = element('filter').value.trim();
    const query = new URLSearchParams({ lang, ...(to.includes('@') && element('filter').validity.valid ? { to } : {}) });
    const response = await fetch(`/demo/mailbox.json?${query}`);
    const { code, data } = await response.json();
    if (code !== 200) throw new Error(`code ${code}`);
    mails = data;
    drawMails();
    showState('live');
  } catch {
    // What was there stays; the strip says that it is old.
    showState('offline');
  }
}

function showState(state) {
  element('dot').className = `dot ${state}`;
  setText('state', texts[lang][state]);
}

async function keepRefreshing() {
  if (!document.hidden) await refresh();
  setTimeout(keepRefreshing, refreshMs);
}

element('language').addEventListener('click', () => {
  lang = lang === 'zh' ? 'en' : 'zh';
  drawFrame();
  drawMails();
  void refresh();
});
element('filter').addEventListener('input', () => void refresh());
document.addEventListener('visibilitychange', () => void refresh());

element('filter').value = parameters.get('to') ?? '';
drawFrame();
void keepRefreshing();
