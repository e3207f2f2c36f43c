import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import * as field from './fields.ts';

/** Maximum size of an uploaded image. */
export const maxUploadBytes = 1024 * 1024;

export const uploadCalls = {
  image: defineCall({
    method: 'POST',
    path: '/api/upload/image.html',
    encoding: 'multipart',
    auth: 'required',
    keyRight: 'never',
    weight: 80,
    summary:
      'Uploads an image: JPG or PNG by content, under 1 MB and 25 megapixels. The server stores a re-encoded JPEG without the file’s metadata.',
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
    keyRight: 'never',
    weight: 10,
    summary: 'Returns an image that I uploaded.',
    input: () => z.object({ id: field.serverId() }),
    /** `data` in base64. */
    output: () => z.object({ type: z.string(), data: z.string() }),
  }),
};
