import type { Definitions } from '../../definitions/definitions.ts';

/** A column as whoever reads a file needs it: with the codes themselves. */
export interface TableColumn {
  readonly id: string;
  readonly title: string;
  readonly type: 'text' | 'integer' | 'number' | 'date' | 'boolean' | 'list';
  readonly required: boolean;
  readonly most: number | null;
  readonly codes: readonly string[] | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** What tells and reads the files of a kind. Plain, because it crosses to the thread that reads. */
export interface TableKind {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly name: string | null;
  readonly record: string | null;
  readonly bare: boolean;
  readonly delimiters: readonly string[];
  /** Lines may end with a delimiter that the headings lack. */
  readonly trailing: boolean;
  /** Files that are not UTF-8 are Windows-1252. */
  readonly windows: boolean;
  readonly columns: readonly TableColumn[];
}

export function tableKinds({ imports, codes }: Pick<Definitions, 'imports' | 'codes'>): readonly TableKind[] {
  return [...imports.values()].map(
    ({ id, title, version, name, record, bare, delimiters, trailing, windows, columns }) => ({
      id,
      title,
      version,
      name,
      record,
      bare,
      delimiters,
      trailing,
      windows,
      columns: columns.map(({ codes: table, ...column }) => ({
        ...column,
        codes: table === null ? null : (codes.get(table) ?? []).map(({ code }) => String(code)),
      })),
    }),
  );
}
