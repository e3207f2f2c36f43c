import { session } from './session.ts';

/** Somebody else is logged in by now, or nobody. */
export class OtherSessionError extends Error {
  override readonly name = 'OtherSessionError';
}

/** The same reading for as long as the session lasts that it began in: what is answered later isn't for who asked, and is no answer. */
export function inOneSession<Asked, Answer>(read: (asked: Asked) => Promise<Answer>): typeof read {
  const begun = session.token();
  return async (asked) => {
    const answer = await read(asked);
    if (session.token() !== begun) throw new OtherSessionError();
    return answer;
  };
}
