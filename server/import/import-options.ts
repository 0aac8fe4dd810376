export interface ImportOptions {
  readonly dryRun: boolean;
  readonly keepOwnerNames: boolean;
  readonly userId: number | null;
  /** Districts that whoever imports works in; files of others are left out. */
  readonly workDistricts: readonly string[] | '*';
  readonly jobId: number | null;
  /** Files in one transaction; by default as many as are quickest. */
  readonly batchFiles?: number;
  /** Options of kinds other than sales that were chosen for this import. */
  readonly chosen?: { readonly [option: string]: boolean };
}

export interface ImportProgress {
  readonly files: number;
  readonly filesFound: number;
  readonly records: number;
  /** What the records of the file under way are, in the plural; sales without it. */
  readonly noun?: string;
}

export interface ImportHooks {
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Asked between files; true keeps the files read so far and takes no more. */
  readonly isCancelled?: () => boolean;
}
