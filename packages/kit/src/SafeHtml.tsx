import { createElement, type ReactNode, useMemo } from 'react';
import { allowedTag, safeLink } from './safe-nodes.ts';
import styles from './SafeHtml.module.css';

/** Trusted Types, which TypeScript doesn't know yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): { createHTML(text: string): string };
}
type WindowWithTrustedTypes = typeof window & { readonly trustedTypes?: TrustedTypes };

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

function parse(html: string): Document {
  // The text is only parsed into an inert document, so it needs no sanitising here.
  policy ??= (window as WindowWithTrustedTypes).trustedTypes?.createPolicy('parsed-text', {
    createHTML: (text) => text,
  });
  return new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, 'text/html');
}

type TextOf = (text: string) => string;

const render =
  (textOf: TextOf) =>
  (node: Node, key: number): ReactNode => {
    if (node.nodeType === Node.TEXT_NODE) return textOf(node.textContent ?? '');
    if (!(node instanceof Element)) return null;
    const tag = allowedTag(node.localName);
    if (tag === undefined) return null;
    const children = [...node.childNodes].map(render(textOf));
    if (tag === 'br' || tag === 'hr') return createElement(tag, { key });
    if (tag !== 'a') return createElement(tag, { key }, ...children);
    const href = safeLink(node.getAttribute('href'));
    if (href === null) return createElement('span', { key }, ...children);
    return createElement('a', { key, href, ...(!href.startsWith('#') && outside) }, ...children);
  };

const outside = { target: '_blank', rel: 'noopener noreferrer' } as const;

const asItIs: TextOf = (text) => text;

export interface SafeHtmlProps {
  readonly html: string;
  /** How the app writes the letters of a text. */
  readonly textOf?: TextOf;
}

/** A server text with headings, lists and links, rebuilt from the allowed elements only. */
export function SafeHtml({ html, textOf = asItIs }: SafeHtmlProps) {
  const content = useMemo(() => [...parse(html).body.childNodes].map(render(textOf)), [html, textOf]);
  return <div className={styles.text}>{content}</div>;
}
