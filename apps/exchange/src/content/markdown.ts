import { Marked } from 'marked';
import { safeHtml } from './safe-html.ts';

/** Headings start below h1, which is the page's title. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  async: false,
  walkTokens: (token) => {
    if (token.type === 'heading') token['depth'] = Math.min(Math.max(Number(token['depth']), 2), 4);
  },
});

/** Renders operators' Markdown as sanitised HTML. */
export function htmlOfMarkdown(text: string): string {
  return safeHtml(marked.parse(text, { async: false }));
}

const maxSummary = 120;

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
  return text.length <= maxSummary ? text : `${text.slice(0, maxSummary - 1)}…`;
}
