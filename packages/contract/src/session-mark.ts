/** Header of a call that acts: the {@link sessionMark} of the session for which its form was filled in. Over a socket it is the message's field `sessionMark`. */
export const sessionMarkHeader = 'session-mark';

/**
 * Names a session by its token without revealing the token: FNV-1a of 32 bits, as eight hexadecimal digits. It tells one customer's sessions from another's
 * by mistake, and proves nothing: the token does that.
 */
export function sessionMark(token: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < token.length; index += 1) {
    hash = Math.imul(hash ^ token.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
