import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';

/** What an uploaded picture may have at most. */
export const uploadBytesMax = 1024 * 1024;

export const uploadCalls = {
  image: defineCall({
    method: 'POST',
    path: '/api/upload/image.html',
    encoding: 'multipart',
    auth: 'required',
    weight: 80,
    summary:
      'Takes a picture, JPG or PNG by its content, under 1 MB and 25 megapixels. What is kept is drawn anew as a JPEG, without anything that the file said about itself.',
    input: () =>
      z.object({
        file: z.custom<Blob | Uint8Array>((value) => typeof value === 'object' && value !== null, 'image'),
      }),
    output: () => z.object({ id: z.string() }),
  }),
  read: defineCall({
    method: 'GET',
    path: '/api/upload/read.html',
    auth: 'required',
    weight: 10,
    summary: 'A picture of my own.',
    input: () => z.object({ id: field.serverId() }),
    /** `data` in base64. */
    output: () => z.object({ type: z.string(), data: z.string() }),
  }),
};
