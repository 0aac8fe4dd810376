import type { DataFile } from './data-files.ts';
import { foreignReason } from './foreign-lines.ts';
import { type PsiFile, parsePsi } from './parse-psi.ts';
import { receivedRow } from './received-row.ts';
import { ImportRefusal } from './refusal.ts';

/** A file read and found trustworthy, ready for the database. */
export interface ReadFile extends PsiFile {
  readonly data: Pick<DataFile, 'name' | 'source' | 'sha'> & { readonly size: number };
  /** COPY lines of its sales without file_id, in pieces of about a megabyte. */
  readonly rows: readonly string[];
}

export interface ReadOptions {
  readonly keepOwnerNames: boolean;
  readonly districts: ReadonlySet<string>;
  readonly workDistricts: ReadonlySet<string> | '*';
}

/** The whole file is of a district in which whoever imports does not work. */
export class ForeignFile extends Error {
  override readonly name = 'ForeignFile';

  constructor(readonly district: string) {
    super(`The file is of district ${district}.`);
  }
}

/** Reads a file whole, or throws an ImportRefusal that names file and line. */
export function readDataFile(file: DataFile, options: ReadOptions): ReadFile {
  const rows: string[] = [];
  try {
    const parsed = parsePsi(file.bytes, options, (sale, header) => {
      const { district_code: district, line_no: line } = sale;
      if (!options.districts.has(district)) throw unknownDistrict(district, line);
      if (!works(options, district))
        throw header.district_code === district
          ? new ForeignFile(district)
          : new ImportRefusal(
              'foreign-district',
              line,
              foreignReason({ line, district, what: 'lies in it' }),
            );
      rows.push(receivedRow(sale, header));
    });
    const code = parsed.header.district_code;
    if (code !== null && !options.districts.has(code)) throw unknownDistrict(code, 1);
    if (code !== null && !works(options, code)) throw new ForeignFile(code);
    return {
      ...parsed,
      rows: inPieces(rows),
      data: { name: file.name, source: file.source, sha: file.sha, size: file.bytes.length },
    };
  } catch (error) {
    throw error instanceof ImportRefusal ? error.of(file.name) : error;
  }
}

const PIECE = 1024 * 1024;

/** Many short texts are slow to hand to another thread, one long one stops whoever works on it. */
function inPieces(rows: readonly string[]): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  let length = 0;
  rows.forEach((row, i) => {
    length += row.length;
    if (length < PIECE && i < rows.length - 1) return;
    pieces.push(rows.slice(from, i + 1).join('\n'));
    from = i + 1;
    length = 0;
  });
  return pieces;
}

function works({ workDistricts }: ReadOptions, district: string): boolean {
  return workDistricts === '*' || workDistricts.has(district);
}

function unknownDistrict(code: string, line: number): ImportRefusal {
  return new ImportRefusal(
    'unknown-district',
    line,
    `District "${code}" is unknown. Add it to the districts and import the file again.`,
  );
}
