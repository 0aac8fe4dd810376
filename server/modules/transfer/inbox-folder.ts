// The folder that files are laid into. What lies in it is read when it has not changed for a few seconds; a file is taken by a move,
// which only one of several servers can make.
import { mkdirSync } from 'node:fs';
import { lstat, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface LaidFile {
  readonly name: string;
  readonly size: number;
  readonly mtime: number;
}

export const underWay = 'under way';
const folders = { DONE: 'done', FAILED: 'failed' } as const;
/** Names that programs give to what they have not written to its end. */
const unfinished = /^\.|~$|\.(?:part|partial|tmp|temp|crdownload|filepart|download)$/i;
/** Files that are taken at once; the next look takes the next. */
const most = 100;

export function prepareInbox(folder: string): void {
  for (const name of [underWay, ...Object.values(folders)])
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
}

async function statOf(folder: string, name: string): Promise<LaidFile | null> {
  const found = await lstat(join(folder, name)).catch(() => null);
  // A link could lead out of the folder.
  return found?.isFile() ? { name, size: found.size, mtime: found.mtimeMs } : null;
}

export async function laidFiles(folder: string): Promise<readonly LaidFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => !unfinished.test(name)).sort();
  const files: LaidFile[] = [];
  for (const name of names) {
    const file = await statOf(folder, name);
    if (file) files.push(file);
    if (files.length === most) break;
  }
  return files;
}

const same = (one: LaidFile, other: LaidFile | null | undefined) =>
  other?.size === one.size && other.mtime === one.mtime;

/** Whether files stay as they are: those that are as they were at the look before. */
export function createSettling() {
  let before: ReadonlyMap<string, LaidFile> = new Map();
  return (files: readonly LaidFile[]): readonly LaidFile[] => {
    const settled = files.filter((file) => same(file, before.get(file.name)));
    before = new Map(files.map((file) => [file.name, file]));
    return settled;
  };
}

/** Takes a file: null where another was quicker, or where it changed and is left. */
export async function takeFile(folder: string, file: LaidFile): Promise<string | null> {
  if (!same(file, await statOf(folder, file.name))) return null;
  try {
    await rename(join(folder, file.name), join(folder, underWay, file.name));
  } catch {
    return null;
  }
  if (same(file, await statOf(join(folder, underWay), file.name))) return file.name;
  await rename(join(folder, underWay, file.name), join(folder, file.name)).catch(() => {});
  return null;
}

export async function takenFiles(folder: string): Promise<readonly LaidFile[]> {
  return laidFiles(join(folder, underWay));
}

/** Puts a file away with what came of it; the number keeps two of one name apart. */
export async function putAway(
  folder: string,
  name: string,
  id: number,
  { state, said }: { readonly state: 'DONE' | 'FAILED'; readonly said: string },
): Promise<void> {
  const to = join(folder, folders[state], `${id} ${name}`);
  await writeFile(`${to}.result.txt`, `${said}\r\n`, { mode: 0o600 });
  await rename(join(folder, underWay, name), to).catch((error: unknown) => {
    // Put away already, and only the log did not know yet.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  });
}
