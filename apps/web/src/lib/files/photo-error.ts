/** The file is not a JPG or PNG, or can't be read. */
export class PhotoError extends Error {
  override readonly name = 'PhotoError';
}
