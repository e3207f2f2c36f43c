const finalText = 0x81;
const twoBytes = 126;
const eightBytes = 127;
const oneByteChars = 0x80;

/** The size of a frame's head in bytes. */
function headBytes(payload: number): number {
  return payload < twoBytes ? 2 : payload < 65_536 ? 4 : 10;
}

/** Encodes text as one WebSocket frame of a server (RFC 6455, 5.2): final, unmasked, and the same bytes for every reader. */
export function textFrame(text: string): Buffer {
  return textFrames([text]);
}

/** Encodes the texts among frames, those that follow each other in one piece. */
export function framesOf(messages: readonly (string | Buffer)[]): readonly Buffer[] {
  const frames: Buffer[] = [];
  let texts: string[] = [];
  for (const message of messages) {
    if (typeof message === 'string') {
      texts.push(message);
      continue;
    }
    if (texts.length > 0) frames.push(textFrames(texts));
    texts = [];
    frames.push(message);
  }
  if (texts.length > 0) frames.push(textFrames(texts));
  return frames;
}

/** Encodes texts as consecutive frames. */
function textFrames(texts: readonly string[]): Buffer {
  return plainFrames(texts) ?? anyFrames(texts);
}

/**
 * Most texts have a byte for each character. Their frames are put together as one string, so that it is measured and copied once, whatever the number of texts.
 * Returns null if one of them is longer than its characters, or has a head of ten bytes.
 */
function plainFrames(texts: readonly string[]): Buffer | null {
  let frames = '';
  let longer = 0;
  for (const text of texts) {
    const { length } = text;
    if (length >= 65_536) return null;
    const [high, low] = [length >> 8, length & 0xff];
    frames +=
      (length < twoBytes
        ? String.fromCharCode(finalText, length)
        : String.fromCharCode(finalText, twoBytes, high, low)) + text;
    // What UTF-8 would add for the head.
    longer += 1 + (length < twoBytes ? 0 : Number(high >= oneByteChars) + Number(low >= oneByteChars));
  }
  return Buffer.byteLength(frames) === frames.length + longer ? Buffer.from(frames, 'latin1') : null;
}

function anyFrames(texts: readonly string[]): Buffer {
  const payloads = texts.map((text) => Buffer.byteLength(text));
  const bytes = payloads.reduce((sum, payload) => sum + headBytes(payload) + payload, 0);
  const frames = Buffer.allocUnsafe(bytes);
  let place = 0;
  for (const [index, text] of texts.entries()) {
    const payload = payloads[index] ?? 0;
    place = writeHead(frames, place, payload);
    place += frames.write(text, place);
  }
  return frames;
}

/** Returns the offset at which the payload starts. */
function writeHead(frames: Buffer, place: number, payload: number): number {
  frames[place] = finalText;
  if (payload < twoBytes) {
    frames[place + 1] = payload;
    return place + 2;
  }
  if (payload < 65_536) {
    frames[place + 1] = twoBytes;
    return frames.writeUInt16BE(payload, place + 2);
  }
  frames[place + 1] = eightBytes;
  return frames.writeBigUInt64BE(BigInt(payload), place + 2);
}
