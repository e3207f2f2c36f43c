import sax from 'sax';
import { encodingNamed } from './decode.ts';
import { BankFileError } from './file-error.ts';

/** An element of a document, without its namespace prefix. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** Its own text, trimmed. */
  text: string;
  /** From 1. */
  readonly line: number;
}

const maxDepth = 32;
const maxElements = 400_000;

/**
 * Reads XML into a tree. A DOCTYPE is refused, and with it every entity but XML's own five: nothing is fetched and nothing expands. Depth and
 * number of elements are bounded. @throws BankFileError
 */
export function readXml(text: string): XmlElement {
  const parser = sax.parser(true, { xmlns: false, position: true });
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  let count = 0;
  const line = (): number => parser.line + 1;
  const add = (more: string): void => {
    const element = open.at(-1);
    if (element) element.text += more;
  };
  const handlers: Partial<sax.SAXParser> = {
    onerror: (error) => {
      throw new BankFileError('notWellFormed', line(), error.message.split('\n')[0] ?? '');
    },
    ondoctype: () => {
      throw new BankFileError('doctype', line(), 'DOCTYPE');
    },
    onprocessinginstruction: ({ name, body }) => {
      // The text was decoded as it declares.
      if (name === 'xml') encodingNamed(/encoding\s*=\s*["']([^"']+)["']/i.exec(body)?.[1] ?? 'utf-8', line());
    },
    onopentag: ({ name, attributes }) => {
      count += 1;
      if (open.length >= maxDepth || count > maxElements) throw new BankFileError('tooDeep', line(), name);
      const element = {
        name: localName(name),
        attributes: attributes as Record<string, string>,
        children: [],
        text: '',
        line: line(),
      };
      open.at(-1)?.children.push(element);
      root ??= element;
      open.push(element);
    },
    ontext: add,
    oncdata: add,
    onclosetag: () => {
      const element = open.pop();
      if (element) element.text = element.text.trim();
    },
  };
  Object.assign(parser, handlers);
  parser.write(text).close();
  if (root === null) throw new BankFileError('notWellFormed', 1, 'no element');
  return root;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Finds the first element on a path of names, like `Acct/Id/IBAN`. */
export function find(element: XmlElement | null, path: string): XmlElement | null {
  return path
    .split('/')
    .reduce<XmlElement | null>((at, name) => at?.children.find((child) => child.name === name) ?? null, element);
}

/** The text on a path; null if there is none. */
export function textAt(element: XmlElement | null, path: string): string | null {
  const text = find(element, path)?.text ?? '';
  return text === '' ? null : text;
}

/** Every child of a name. */
export function each(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The element on a path. @throws BankFileError */
export function need(element: XmlElement, path: string): XmlElement {
  const found = find(element, path);
  if (found === null) throw new BankFileError('missing', element.line, `${element.name}/${path}`);
  return found;
}

/** Escapes text for XML, cut to 140 characters: what names and remittances may have. Characters that XML can't write become spaces. */
export function xmlText(text: string): string {
  return Array.from(text.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' '))
    .slice(0, 140)
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
