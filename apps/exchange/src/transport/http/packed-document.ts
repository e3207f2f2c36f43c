import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import { isUnchanged, tagOf } from './entity-tag.ts';

const packers: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (content) => promisify(gzip)(content),
};
/** For 380 KB: 29 KB after 10 ms. The best, 11, makes 26 KB after a second. */
const quality = 6;
/** The smaller one first. */
const offered: readonly Encoding[] = ['br', 'gzip'];

/** A large public text that rarely changes: compressed once for each encoding, for the first who accepts it. */
export class PackedDocument {
  readonly #content: Buffer;
  readonly #tag: string;
  readonly #packed = new Map<Encoding, Promise<Buffer>>();

  constructor(text: string) {
    this.#content = Buffer.from(text);
    this.#tag = tagOf(this.#content);
  }

  /** Answers with the text as the client accepts it, or with 304 if the client has it. The tag is weak: it is the same for each encoding. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    void reply.header('vary', 'accept-encoding');
    if (isUnchanged(request, reply, this.#tag)) return reply.send('');
    const encoding = acceptedEncoding(request.headers['accept-encoding'], offered);
    if (encoding === null) return reply.send(this.#content);
    return reply.header('content-encoding', encoding).send(await this.#in(encoding));
  }

  #in(encoding: Encoding): Promise<Buffer> {
    const packed = this.#packed.get(encoding) ?? packers[encoding](this.#content);
    this.#packed.set(encoding, packed);
    return packed;
  }
}
