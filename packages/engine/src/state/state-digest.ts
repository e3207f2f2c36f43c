/** Sums the FNV-1a-64 hashes of ASCII lines modulo 2^64, in two 32-bit halves. */
export class StateDigest {
  private high = 0;
  private low = 0;

  add(line: string): void {
    let high = 0xcbf29ce4;
    let low = 0x84222325;
    for (let index = 0; index < line.length; index += 1) {
      low = (low ^ line.charCodeAt(index)) >>> 0;
      // The prime is 2^40 + 0x1b3: the shift by 40 only reaches the upper half.
      const product = low * 0x1b3;
      high = (high * 0x1b3 + Math.floor(product / 4294967296) + low * 256) % 4294967296;
      low = product >>> 0;
    }
    const sum = this.low + low;
    this.low = sum >>> 0;
    this.high = (this.high + high + (sum > 0xffffffff ? 1 : 0)) >>> 0;
  }

  /** 16 hex digits. */
  text(): string {
    return this.high.toString(16).padStart(8, '0') + this.low.toString(16).padStart(8, '0');
  }
}
