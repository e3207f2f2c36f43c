import sanitizeHtml from 'sanitize-html';

const texts = ['h2', 'h3', 'h4', 'p', 'br', 'hr', 'strong', 'em', 'b', 'i', 'u', 's', 'code', 'pre', 'blockquote', 'a'];
const lists = ['ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];

const options: sanitizeHtml.IOptions = {
  allowedTags: [...texts, ...lists],
  allowedAttributes: { a: ['href', 'target', 'rel'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 50,
  // Whoever is led out doesn't learn where from, and can't reach back.
  transformTags: { a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer nofollow' }) },
};

/** HTML that operators wrote, without anything that could run, load, or lead elsewhere than to https and mail addresses. */
export function safeHtml(html: string): string {
  return sanitizeHtml(html, options);
}
