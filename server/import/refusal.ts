/** Why a whole file is not imported: nothing of it is kept. `line` counts from 1; 0 means the file as such. */
export class ImportRefusal extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly line: number,
    readonly reason: string,
    readonly file = '',
  ) {
    super(`${file}${line > 0 ? `:${line}` : ''}: ${reason}`);
    this.name = 'ImportRefusal';
  }

  /** The same refusal, told of a named file. */
  of(file: string): ImportRefusal {
    return new ImportRefusal(this.code, this.line, this.reason, file);
  }
}

export type RefusalCode =
  | 'empty-file'
  | 'wrong-type'
  | 'wrong-headings'
  | 'not-text'
  | 'not-allowed'
  | 'refused'
  | 'not-ascii'
  | 'line-too-long'
  | 'unknown-record'
  | 'wrong-field-count'
  | 'bad-value'
  | 'orphan-line'
  | 'unknown-district'
  | 'foreign-district'
  | 'trailer-missing'
  | 'trailer-counts'
  | 'after-trailer'
  | 'zip-broken'
  | 'zip-limit'
  | 'no-data-file'
  | 'database';
