/** What an upload is used for; it is good for one thing, once. */
export type UploadUse = 'avatar' | 'identity';

/** Times are milliseconds since the epoch. */
export interface UploadTables {
  uploads: {
    /** Random; the file's name too. */
    id: string;
    customer: number;
    bytes: number;
    width: number;
    height: number;
    created: number;
    used_for: UploadUse | null;
  };
}
