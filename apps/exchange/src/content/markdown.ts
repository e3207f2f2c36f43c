import { Marked } from 'marked';
import { safeHtml } from './safe-html.ts';

/** The page's own title is its only h1: headings of a text begin below it. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  async: false,
  walkTokens: (token) => {
    if (token.type === 'heading') token['depth'] = Math.min(Math.max(Number(token['depth']), 2), 4);
  },
});

/** What operators write, as the HTML that customers see: nothing gets past the sanitiser. */
export function htmlOfMarkdown(text: string): string {
  return safeHtml(marked.parse(text, { async: false }));
}

const summaryMax = 120;

/** The beginning of a text on one line, for lists. */
export function summaryOf(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length <= summaryMax ? text : `${text.slice(0, summaryMax - 1)}…`;
}
