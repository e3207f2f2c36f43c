/** Returns an unambiguous request with a form. */
export function formRequest(path: string, body: string): string {
  return `${headOf(path)}Content-Length: ${body.length}\r\n\r\n${body}`;
}

const headOf = (path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n`;

interface AmbiguousRequestOptions {
  /** Path of a call that takes a form. */
  readonly path: string;
  /** Form of the request itself. */
  readonly own: string;
  /** A whole request that a second reader would find behind the first. */
  readonly smuggled: string;
}

/** Byte sequences that two readers could parse as different requests (RFC 9112, 11.2), by their ambiguity. A server refuses each and closes the connection. */
export function ambiguousRequests({
  path,
  own,
  smuggled,
}: AmbiguousRequestOptions): readonly (readonly [what: string, bytes: string])[] {
  const head = headOf(path);
  return [
    ['a length and chunks', `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['chunks and a length', `${head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${smuggled}`],
    ['two lengths', `${head}Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`],
    ['two lengths in one line', `${head}Content-Length: 0, ${smuggled.length}\r\n\r\n${smuggled}`],
    [
      'two equal lengths',
      `${head}Content-Length: ${own.length}\r\nContent-Length: ${own.length}\r\n\r\n${own}${smuggled}`,
    ],
    ['a negative length', `${head}Content-Length: -1\r\n\r\n${smuggled}`],
    ['a length with a sign', `${head}Content-Length: +0\r\n\r\n${smuggled}`],
    ['a length in hexadecimal', `${head}Content-Length: 0x0\r\n\r\n${smuggled}`],
    ['a length past every number', `${head}Content-Length: 99999999999999999999\r\n\r\n${smuggled}`],
    ['chunks under another name', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['chunks that are not last', `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a space before the colon', `${head}Content-Length : 0\r\n\r\n${smuggled}`],
    ['a space before the name', `${head.trimEnd()}\r\n Content-Length: 0\r\n\r\n${smuggled}`],
    ['a header that goes on in the next line', `${head}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a line feed alone between headers', `POST ${path} HTTP/1.1\nHost: a\nContent-Length: 0\n\n${smuggled}`],
    ['a carriage return alone', `${head}X: a\rContent-Length: 0\r\n\r\n${smuggled}`],
    ['a zero byte in a header', `${head}X: a\0b\r\nContent-Length: 0\r\n\r\n${smuggled}`],
    ['a chunk size with a sign', `${head}Transfer-Encoding: chunked\r\n\r\n+0\r\n\r\n${smuggled}`],
    ['a chunk without its end', `${head}Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n${smuggled}`],
    ['a chunk line ended by a line feed alone', `${head}Transfer-Encoding: chunked\r\n\r\n0\n\n${smuggled}`],
    [
      'chunks in HTTP/1.0',
      `${head.replace('1.1', '1.0')}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a length after the chunks',
      `${head}Transfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 500\r\n\r\n${smuggled}`,
    ],
    ['no host', `POST ${path} HTTP/1.1\r\nContent-Length: 0\r\n\r\n${smuggled}`],
  ];
}
