/** The texts of a source: string literals, and the fixed parts of templates. Ignores comments. */
export function textsOf(source: string): string[] {
  const texts: string[] = [];
  let at = 0;

  function skipTo(end: string): void {
    const found = source.indexOf(end, at);
    at = found === -1 ? source.length : found + end.length;
  }

  function readQuoted(quote: string): void {
    let text = '';
    while (at < source.length && source[at] !== quote) {
      if (source[at] === '\\') at += 1;
      if (quote === '`' && source.startsWith('${', at)) {
        texts.push(text);
        text = '';
        at += 2;
        readCode('}');
      } else {
        text += source[at] ?? '';
        at += 1;
      }
    }
    at += 1;
    texts.push(text);
  }

  /** Reads up to the closing brace of a template's expression, or the end of the source. */
  function readCode(end: string): void {
    let depth = 0;
    while (at < source.length) {
      const char = source[at] ?? '';
      at += 1;
      if (char === end && depth === 0) return;
      if (char === '{') depth += 1;
      if (char === '}') depth -= 1;
      if (char === '/' && source[at] === '/') skipTo('\n');
      else if (char === '/' && source[at] === '*') skipTo('*/');
      else if (char === "'" || char === '"' || char === '`') readQuoted(char);
    }
  }

  readCode('');
  return texts.filter((text) => text !== '');
}
