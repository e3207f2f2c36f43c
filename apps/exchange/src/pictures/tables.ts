/** The purpose of an upload; it is used once, for one purpose. */
export type UploadUse = 'avatar' | 'identity';

/** Times are milliseconds since the epoch. */
export interface UploadTables {
  uploads: {
    /** Random; also the file's name. */
    id: string;
    customer: number;
    bytes: number;
    width: number;
    height: number;
    created: number;
    used_for: UploadUse | null;
  };
}
