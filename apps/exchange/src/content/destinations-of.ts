import { destinationsIn } from '../platform/links/destinations.ts';
import { htmlOfMarkdown } from './markdown.ts';

/** Where texts in Markdown lead besides the exchange, as customers see them and as they are written. */
export function destinationsOf(texts: readonly string[], ownHosts: readonly string[]): readonly string[] {
  return destinationsIn([...texts, ...texts.map(htmlOfMarkdown)], ownHosts);
}
