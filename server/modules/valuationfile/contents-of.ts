import type { Manifest } from './manifest.ts';

export interface Content {
  readonly member: string | null;
  readonly folder: 'documents' | 'tables' | 'definitions';
  readonly name: string;
  readonly size_bytes: number | null;
  readonly sha256: string | null;
  readonly rows: number | null;
  readonly problem: string | null;
}

const folders = ['documents', 'tables', 'definitions'] as const;

/** What a person reads of a file's members: the documents first, also those of which there are none. */
export function contentsOf({ members, documents }: Manifest): readonly Content[] {
  const lying = members.flatMap(({ name, bytes, sha256, rows = null }): readonly Content[] => {
    const folder = folders.find((one) => name.startsWith(`${one}/`));
    if (!folder) return [];
    const own = name.slice(folder.length + 1);
    return [{ member: name, folder, name: own, size_bytes: bytes, sha256, rows, problem: null }];
  });
  const missing = documents.flatMap(({ name, problem }): readonly Content[] =>
    problem === undefined
      ? []
      : [{ member: null, folder: 'documents', name, size_bytes: null, sha256: null, rows: null, problem }],
  );
  return [...lying, ...missing].sort(
    (a, b) => folders.indexOf(a.folder) - folders.indexOf(b.folder) || (a.name < b.name ? -1 : 1),
  );
}
