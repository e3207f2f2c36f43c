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
  // Linked sites learn no referrer and can't reach the opener.
  transformTags: { a: sanitizeHtml.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer nofollow' }) },
};

/** Sanitises operators' HTML: nothing that runs or loads, and only https and mail links. */
export function safeHtml(html: string): string {
  return sanitizeHtml(html, options);
}
