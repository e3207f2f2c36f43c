/** It is no JPG or PNG, or can't be read. */
export class PhotoError extends Error {
  override readonly name = 'PhotoError';
}
