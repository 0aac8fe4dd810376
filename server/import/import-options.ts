export interface ImportOptions {
  readonly dryRun: boolean;
  readonly keepOwnerNames: boolean;
  readonly userId: number | null;
  /** Districts that whoever imports works in; files of others are left out. */
  readonly workDistricts: readonly string[] | '*';
  readonly jobId: number | null;
  /** Files in one transaction; by default as many as are quickest. */
  readonly batchFiles?: number;
}

export interface ImportProgress {
  readonly files: number;
  readonly filesFound: number;
  readonly records: number;
}

export interface ImportHooks {
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Asked between files; true keeps the files read so far and takes no more. */
  readonly isCancelled?: () => boolean;
}
