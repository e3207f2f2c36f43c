/** What a text may consist of; the same that the server lets through. */
const allowedTags = [
  'p',
  'br',
  'hr',
  'h2',
  'h3',
  'h4',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'small',
  'code',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'a',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'span',
  'div',
] as const;
export type AllowedTag = (typeof allowedTags)[number];

export function allowedTag(name: string): AllowedTag | undefined {
  return allowedTags.find((tag) => tag === name.toLowerCase());
}

/** Where a link of a text may lead: https, mail, or a page of this origin; null elsewhere. */
export function safeLink(href: string | null): string | null {
  if (href === null) return null;
  const link = href.trim();
  if (/^https:\/\/[^\s]+$/i.test(link) || /^mailto:[^\s]+$/i.test(link)) return link;
  return /^(\/(?![/\\])|#)[^\s]*$/.test(link) ? link : null;
}
