import type { DataFile } from './data-files.ts';
import { type PsiFile, parsePsi } from './parse-psi.ts';
import { receivedRow } from './received-row.ts';
import { ImportRefusal } from './refusal.ts';

/** A file read and found trustworthy, ready for the database. */
export interface ReadFile extends PsiFile {
  readonly data: Pick<DataFile, 'name' | 'source' | 'sha'> & { readonly size: number };
  /** COPY lines of its sales without file_id. */
  readonly rows: readonly string[];
}

export interface ReadOptions {
  readonly keepOwnerNames: boolean;
  readonly districts: ReadonlySet<string>;
}

/** Reads a file whole, or throws an ImportRefusal that names file and line. */
export async function readDataFile(file: DataFile, options: ReadOptions): Promise<ReadFile> {
  const rows: string[] = [];
  try {
    const parsed = await parsePsi(file.bytes, options, (sale, header) => {
      if (!options.districts.has(sale.district_code)) throw unknownDistrict(sale.district_code, sale.line_no);
      rows.push(receivedRow(sale, header));
    });
    const code = parsed.header.district_code;
    if (code !== null && !options.districts.has(code)) throw unknownDistrict(code, 1);
    return {
      ...parsed,
      rows,
      data: { name: file.name, source: file.source, sha: file.sha, size: file.bytes.length },
    };
  } catch (error) {
    throw error instanceof ImportRefusal ? error.of(file.name) : error;
  }
}

function unknownDistrict(code: string, line: number): ImportRefusal {
  return new ImportRefusal(
    'unknown-district',
    line,
    `District "${code}" is unknown. Add it to the districts and import the file again.`,
  );
}
