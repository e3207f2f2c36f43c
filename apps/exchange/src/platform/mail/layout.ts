import type { Lang } from '@fft/contract';
import type { Mail } from './mailer.ts';

/** The content of a mail, which {@link layOut} renders as text and HTML. */
export interface MailWords {
  readonly subject: string;
  readonly heading: string;
  /** Paragraphs before the code. */
  readonly lead: readonly string[];
  /** Shown large, for easy copying. */
  readonly code?: string;
  /** A button, followed by its address for mail programs without buttons. */
  readonly link?: { readonly url: string; readonly label: string };
  /** Paragraphs after the code. */
  readonly rest: readonly string[];
  /** The code by which the customer recognises our mails. */
  readonly antiPhishing?: string | null;
}

const footers: Readonly<Record<Lang, string>> = {
  zh: '这是系统邮件，请勿回复。{brand} 的工作人员不会向您索要验证码或密码。',
  en: 'This e-mail was sent automatically; replies are not read. {brand} never asks for a code or a password.',
};

const antiPhishingNames: Readonly<Record<Lang, string>> = { zh: '您的防钓鱼码：', en: 'Your anti-phishing code: ' };

const fonts = "-apple-system,'Segoe UI',Roboto,'PingFang SC','Noto Sans CJK SC','Microsoft YaHei',sans-serif";
const mono = "ui-monospace,'SF Mono',Menlo,Consolas,monospace";

/** Renders a mail in the product's look. Mail programs support little but tables and inline styles, and load no pictures. */
export function layOut(lang: Lang, words: MailWords): Mail {
  const footer = footers[lang];
  const code = words.code === undefined ? [] : [words.code];
  const known = words.antiPhishing ? [`${antiPhishingNames[lang]}${words.antiPhishing}`] : [];
  const rest = [...words.rest, ...known];
  const link = words.link === undefined ? [] : [words.link.url];
  const text = [words.heading, ...words.lead, ...code, ...link, ...rest, '--', footer].join('\n\n');
  return { subject: words.subject, text, html: page(lang, { ...words, rest }, footer) };
}

function page(lang: Lang, words: MailWords, footer: string): string {
  const blocks = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#EAF0FF">${escapeHtml(words.heading)}</h1>`,
    ...words.lead.map(paragraph),
    words.code === undefined ? '' : codeBox(words.code),
    words.link === undefined ? '' : linkButton(words.link),
    ...words.rest.map(paragraph),
  ];
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark">
<title>${escapeHtml(words.subject)}</title>
</head>
<body style="margin:0;background:#070D1F;font-family:${fonts};color:#EAF0FF">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#070D1F">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px">
<tr><td style="padding:0 0 20px">${brand}</td></tr>
<tr><td style="padding:28px 24px;background:#101C3D;border:1px solid #1E2D57;border-radius:16px">${blocks.join('\n')}</td></tr>
<tr><td style="padding:20px 8px 0;font-size:12px;line-height:1.6;color:#7F8FB5">${escapeHtml(footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The logo's five bars and the name, drawn with table cells. */
const brand = `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td style="width:40px;height:40px;background:#2D63E8;border-radius:10px" align="center" valign="middle">${[
  10, 18, 24, 16, 8,
]
  .map(
    (height) =>
      `<span style="display:inline-block;width:3px;height:${height}px;margin:0 1px;border-radius:2px;background:#FFFFFF;vertical-align:middle"></span>`,
  )
  .join('')}</td>
<td style="padding-left:12px;font-size:20px;font-weight:700;color:#EAF0FF">{brand}</td>
</tr></table>`;

function paragraph(text: string): string {
  return `<p style="margin:0 0 12px;font-size:15px;line-height:1.6;color:#A3B1D1">${escapeHtml(text)}</p>`;
}

function codeBox(code: string): string {
  return `<p style="margin:20px 0;padding:16px;background:#172650;border-radius:12px;text-align:center;font-family:${mono};font-size:32px;font-weight:700;letter-spacing:8px;color:#EAF0FF">${escapeHtml(code)}</p>`;
}

function linkButton({ url, label }: NonNullable<MailWords['link']>): string {
  return `<p style="margin:20px 0;text-align:center"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 28px;background:#2D63E8;border-radius:10px;font-size:15px;font-weight:600;color:#FFFFFF;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 20px;font-family:${mono};font-size:12px;line-height:1.6;color:#7F8FB5;word-break:break-all">${escapeHtml(url)}</p>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
