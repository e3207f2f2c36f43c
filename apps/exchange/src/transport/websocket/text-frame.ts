const finalText = 0x81;
const twoBytes = 126;
const eightBytes = 127;

/** The size of a frame's head in bytes. */
function headBytes(payload: number): number {
  return payload < twoBytes ? 2 : payload < 65_536 ? 4 : 10;
}

/** Encodes text as one WebSocket frame of a server (RFC 6455, 5.2): final, unmasked, and the same bytes for every reader. */
export function textFrame(text: string): Buffer {
  return textFrames([text]);
}

/** Encodes texts as consecutive frames. */
export function textFrames(texts: readonly string[]): Buffer {
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
