// The page of the demo's sandbox bank. The browser runs it unbuilt, without libraries; texts are only set as text content.

/** @typedef {{ coin: string, number: string, holder: string, balance: string }} Account */
/** @typedef {{ endToEnd: string, coin: string, amount: string, name: string, number: string, text: string, time: number, isReturned: boolean }} Payment */
/** @typedef {{ accounts: Account[], payments: Payment[] }} Bank */

const refreshMs = 1500;

const texts = {
  zh: {
    title: '沙盒银行',
    other: 'English',
    explanation:
      '在这里向交易所汇款，并查看交易所付出的款项。资金是虚拟的。请把充值页的附言码填入附言，付款人姓名填您认证的姓名。',
    sendTitle: '汇款',
    coin: '币种',
    amount: '金额',
    name: '付款人姓名',
    text: '附言',
    submit: '汇出',
    sent: '已汇出，几秒后到账。',
    cameTitle: '收到的款项',
    empty: '还没有收到款项。',
    giveBack: '退回',
    returned: '已退回',
    offline: '连接中断',
  },
  en: {
    title: 'Sandbox bank',
    other: '中文',
    explanation:
      'Send money to the exchange here, and see what the exchange pays out. The money is not real. Enter the reference from the deposit page as the text, and the name that you verified as the sender.',
    sendTitle: 'Send money',
    coin: 'Currency',
    amount: 'Amount',
    name: 'Sender’s name',
    text: 'Text',
    submit: 'Send',
    sent: 'Sent. It arrives in a few seconds.',
    cameTitle: 'What came',
    empty: 'Nothing has come yet.',
    giveBack: 'Send back',
    returned: 'Sent back',
    offline: 'Offline',
  },
};

const parameters = new URLSearchParams(location.search);
const coin = part(document, '#coin', HTMLSelectElement);
const amount = part(document, '#amount', HTMLInputElement);
const name = part(document, '#name', HTMLInputElement);
const text = part(document, '#text', HTMLInputElement);
const template = part(document, '#payment', HTMLTemplateElement);
let lang = firstLanguage();
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
 * @param {string} words
 */
function setText(selector, words) {
  part(document, selector, HTMLElement).textContent = words;
}

function drawFrame() {
  const words = texts[lang];
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  document.title = `FFT ${words.title}`;
  setText('#title', words.title);
  setText('#language', words.other);
  setText('#explanation', words.explanation);
  setText('#send-title', words.sendTitle);
  setText('#submit', words.submit);
  setText('#came-title', words.cameTitle);
  setText('#empty', words.empty);
  setText('[data-text="coin"]', words.coin);
  setText('[data-text="amount"]', words.amount);
  setText('[data-text="name"]', words.name);
  setText('[data-text="text"]', words.text);
  shown = '';
}

/** @param {Bank} bank */
function drawBank({ accounts, payments }) {
  const wanted = JSON.stringify([lang, accounts, payments]);
  if (wanted === shown) return;
  shown = wanted;
  const chosen = coin.value;
  coin.replaceChildren(...accounts.map((account) => new Option(`${account.coin} · ${account.number}`, account.coin)));
  if (accounts.some((account) => account.coin === chosen)) coin.value = chosen;
  setText('#balances', accounts.map((account) => `${account.balance} ${account.coin}`).join(' · '));
  part(document, '#empty', HTMLElement).hidden = payments.length > 0;
  part(document, '#payments', HTMLElement).replaceChildren(...payments.map(drawPayment));
}

/** @param {Payment} payment */
function drawPayment(payment) {
  const words = texts[lang];
  const content = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const item = part(content, 'li', HTMLElement);
  const time = new Date(payment.time);
  const clock = part(item, 'time', HTMLTimeElement);
  const button = part(item, '.return', HTMLButtonElement);
  part(item, '.to', HTMLElement).textContent = payment.name;
  part(item, '.subject', HTMLElement).textContent = `${payment.amount} ${payment.coin}`;
  part(item, '.text', HTMLElement).textContent = `${payment.number} · ${payment.endToEnd}`;
  clock.dateTime = time.toISOString();
  clock.textContent = time.toLocaleTimeString(lang === 'zh' ? 'zh-CN' : 'en-GB');
  button.textContent = payment.isReturned ? words.returned : words.giveBack;
  button.disabled = payment.isReturned;
  button.addEventListener('click', () => {
    void post('/demo/bank/return.json', { endToEnd: payment.endToEnd }).then(refresh);
  });
  return item;
}

/**
 * @param {string} path
 * @param {Record<string, string>} fields
 * @returns {Promise<{ code: number, message: string }>}
 */
async function post(path, fields) {
  const body = new URLSearchParams({ ...fields, lang });
  const response = await fetch(path, { method: 'POST', body });
  return /** @type {Promise<{ code: number, message: string }>} */ (response.json());
}

async function refresh() {
  try {
    const response = await fetch(`/demo/bank.json?lang=${lang}`);
    const answer = /** @type {{ code: number, data: Bank }} */ (await response.json());
    if (answer.code === 200) drawBank(answer.data);
  } catch {
    setText('#balances', texts[lang].offline);
    shown = '';
  }
}

async function send() {
  const fields = { coin: coin.value, amount: amount.value.trim(), name: name.value.trim(), text: text.value.trim() };
  const { code, message } = await post('/demo/bank/send.json', fields);
  setText('#outcome', code === 200 ? texts[lang].sent : message);
  if (code === 200) amount.value = '';
  await refresh();
}

async function keepRefreshing() {
  if (!document.hidden) await refresh();
  setTimeout(() => void keepRefreshing(), refreshMs);
}

part(document, '#language', HTMLButtonElement).addEventListener('click', () => {
  lang = lang === 'zh' ? 'en' : 'zh';
  drawFrame();
  void refresh();
});
part(document, '#send', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void send();
});

text.value = parameters.get('reference') ?? '';
name.value = parameters.get('name') ?? '';
drawFrame();
void keepRefreshing();
