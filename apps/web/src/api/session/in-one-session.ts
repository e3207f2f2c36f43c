import { session } from './session.ts';

/** The session ended, or another customer logged in. */
export class OtherSessionError extends Error {
  override readonly name = 'OtherSessionError';
}

/** Wraps a read so that it rejects if the session changes before the answer arrives. */
export function inOneSession<Asked, Answer>(read: (asked: Asked) => Promise<Answer>): typeof read {
  const begun = session.token();
  return async (asked) => {
    const answer = await read(asked);
    if (session.token() !== begun) throw new OtherSessionError();
    return answer;
  };
}
