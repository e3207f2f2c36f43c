import { session } from './session.ts';

/** The session ended, or another customer logged in. */
export class OtherSessionError extends Error {
  override readonly name = 'OtherSessionError';
}

/** What a customer who has left began concerns no one here. @throws any other error */
export function ignoreOtherSession(error: unknown): null {
  if (error instanceof OtherSessionError) return null;
  throw error;
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
