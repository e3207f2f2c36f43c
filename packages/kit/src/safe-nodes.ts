/** Allowed elements, the same as on the server. */
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

/** Returns a link target if it is https, mailto, or a page of this origin; otherwise null. */
export function safeLink(href: string | null): string | null {
  if (href === null) return null;
  const link = href.trim();
  if (/^https:\/\/[^\s]+$/i.test(link) || /^mailto:[^\s]+$/i.test(link)) return link;
  return /^(\/(?![/\\])|#)[^\s]*$/.test(link) ? link : null;
}
