/** What a day's comparison can find, with `…` for its figures. */
const texts = {
  missing: {
    en: 'a statement is missing: one does not open where the one before closed',
    zh: '缺少对账单：期初余额与上一份的期末余额不一致',
  },
  altered: { en: 'altered: bank entry …', zh: '银行流水被篡改：编号 …' },
  balances: { en: 'entries and balances differ by …', zh: '流水与余额相差 …' },
  outcomes: { en: 'entries and what became of them differ by …', zh: '流水与处理结果合计相差 …' },
  unshown: {
    en: 'notified, and not on the statement: bank entry …',
    zh: '银行曾通知、但对账单未列出的流水：编号 …',
  },
  ledger: { en: 'bank and ledger differ by …', zh: '银行与账本相差 …' },
} as const;

export type BankProblem = keyof typeof texts;
const separator = '; ';

/** The problem of a day as it is recorded and logged: in English, its parts in this order. */
export function bankProblemText(parts: readonly (readonly [problem: BankProblem, figures: string])[]): string {
  return parts.map(([problem, figures]) => texts[problem].en.replace('…', () => figures)).join(separator);
}

/** A recorded problem in the operator's language. A part of no known form stays as it is. */
export function bankProblemIn(lang: 'zh' | 'en', recorded: string): string {
  if (lang === 'en') return recorded;
  return recorded.split(separator).map(inChinese).join('；');
}

function inChinese(part: string): string {
  for (const { en, zh } of Object.values(texts)) {
    const [before = '', after] = en.split('…');
    if (after === undefined ? part === en : part.startsWith(before))
      return zh.replace('…', () => part.slice(before.length));
  }
  return part;
}
