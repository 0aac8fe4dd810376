import type { TermsTerm } from '#src/generated/definitions.ts';
import type { Language } from '../check/language.ts';
import type { Entity, FormSchema } from '../entity.ts';
import type { CodeRow, FormatId, LinkedAction, LinkedParam } from '../linked.ts';
import type { JsonObject, ValueType } from '../values.ts';
import type { BlockFinding, BlockLinker } from './block-linker.ts';

export const formatIds: readonly FormatId[] = [
  'text',
  'integer',
  'number',
  'currency',
  'area',
  'percent',
  'ratio',
  'factor',
  'rate',
  'date',
  'datetime',
  'month',
  'baseYear',
  'boolean',
  'id',
  'fileSize',
  'acres',
  'note',
  'richText',
  'trend',
  'shortAddress',
];

/** What was read of the figures of a query. */
export interface QueryFigures {
  /** The record type whose numbers the rows hold in a column, and the line that says so. */
  readonly counts: { readonly list: string; readonly id: string; readonly line: number };
  /** What the comments before the query say. */
  readonly head: string;
  readonly percentiles: readonly ('between' | 'one')[];
  /** Each row is a record of its own. */
  readonly own: boolean;
  /** Columns that hold the keys of groups. */
  readonly keys: readonly string[];
  readonly columns: {
    readonly [column: string]: {
      readonly adds: boolean;
      readonly how: string | null;
      /** How it is computed, in one line; absent where it was not read. */
      readonly computed?: string;
    };
  };
  /** Columns whose rows cannot be told, with the reason. */
  readonly unread: { readonly [column: string]: string };
  /** What the database says against the query for the rows. */
  readonly error?: string;
}

/** What a database says of a query; supplied by whoever can ask one. */
export interface QueryFacts {
  /** Path of the .sql file. */
  readonly file: string;
  /** Null where no database could be asked: columns are then not checked. */
  readonly columns: readonly { readonly name: string; readonly type: ValueType }[] | null;
  readonly params: readonly {
    readonly name: string;
    readonly type?: ValueType;
    /** False where only a query that is used reads it. */
    readonly own?: boolean;
  }[];
  /** What its figures are made of, where it says what it counts. */
  readonly figures?: QueryFigures;
  /** Where it begins to answer groups of rows without saying what it counts. */
  readonly groups?: { readonly line: number; readonly column: number };
  /** Named queries that it says to use, with their places in the file. */
  readonly uses?: readonly { readonly name: string; readonly line: number; readonly column: number }[];
  /** Set when the database refused the statement. */
  readonly error?: { readonly message: string; readonly line?: number; readonly column?: number };
}

export interface QueryParam {
  readonly id: string;
  readonly type: ValueType;
  readonly many: boolean;
  readonly required: boolean;
}

/** A query of schemas/queries. */
export interface NamedQuery {
  readonly id: string;
  readonly file: string;
  readonly params: readonly QueryParam[];
  /** Null where no SQL lies beside it. */
  readonly facts: QueryFacts | null;
  /** Why its figures lead to no rows, where it says so. */
  readonly noRows?: string;
}

export interface CommandParam extends QueryParam {
  readonly title: string;
  readonly description: string | null;
  /** What the value is beyond its type; null where that says all. */
  readonly format: 'baseYear' | null;
  /** Code table whose codes are offered. */
  readonly codes: string | null;
  readonly default: string | number | boolean | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** A change of many records by name, of schemas/commands. */
export interface Command {
  readonly id: string;
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly entity: string;
  readonly does: 'save' | 'create' | 'move' | 'delete' | 'call';
  readonly move: string | null;
  /** The SQL functions of a command that calls: what writes, and what takes it back. */
  readonly function: string | null;
  readonly undoneBy: string | null;
  readonly needs: string;
  readonly params: readonly CommandParam[];
  readonly most: number;
  readonly undo: boolean;
}

/** A kind of line of an export. */
export interface ExportRecord {
  readonly record: string;
  readonly sql: string;
  readonly columns: readonly {
    readonly id: string;
    readonly title: string;
    readonly required: boolean;
    readonly most: number | null;
  }[];
}

/** How the days of a layout are written. */
export type ExportDays = 'YYYYMMDD' | 'DD/MM/YYYY' | 'D/MM/YYYY';

/** Lines under the headings of a kind of import. */
export interface ExportLayout {
  readonly import: string;
  readonly sql: string;
  readonly days: ExportDays;
  readonly trailing: boolean;
  /** All districts in one file. */
  readonly together: boolean;
}

/** A page of each item on paper; its parameters are columns of the query. */
export interface ExportPages {
  readonly sql: string;
  readonly screen: string;
  readonly params: { readonly [param: string]: string };
}

/** A type of file that leaves the office, as its definition says. */
export interface ExportType {
  readonly id: string;
  readonly file: string;
  readonly title: string;
  readonly description: string;
  /** Beside the permission to export. */
  readonly needs: string | null;
  /** Of the kind of file, in its header. */
  readonly name: string;
  readonly year: boolean;
  readonly after: string | null;
  readonly entity: string;
  readonly items: string;
  readonly checks: string | null;
  /** None where it is made otherwise. */
  readonly records: readonly ExportRecord[];
  readonly layout: ExportLayout | null;
  readonly pages: ExportPages | null;
  readonly received: string | null;
  readonly becomes: {
    readonly move: string;
    readonly batch: string | null;
    readonly day: string | null;
  } | null;
}

/** A column of a kind of import. */
export interface ImportColumn {
  readonly id: string;
  readonly title: string;
  readonly type: 'text' | 'integer' | 'number' | 'date' | 'boolean' | 'list' | 'shape';
  readonly required: boolean;
  readonly most: number | null;
  readonly codes: string | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
}

/** A kind of file that the office receives, as its definition says. */
export interface ImportKind {
  readonly id: string;
  readonly file: string;
  readonly title: string;
  readonly noun: string;
  readonly description: string;
  /** Beside the permission to import. */
  readonly needs: string;
  readonly entity: string;
  readonly version: number;
  /** Of the kind of file, in its header. */
  readonly name: string | null;
  readonly record: string | null;
  readonly bare: boolean;
  readonly delimiters: readonly string[];
  readonly trailing: boolean;
  /** Files that are not UTF-8 are Windows-1252. */
  readonly windows: boolean;
  readonly columns: readonly ImportColumn[];
  readonly sql: string | null;
  readonly lines: string | null;
  /** The SQL functions that write instead of the writer of records, and take it back. */
  readonly function: string | null;
  readonly undoneBy: string | null;
  readonly undo: boolean;
  readonly help: string | null;
}

/** One server call, as its file says. */
export interface Operation {
  readonly id: string;
  readonly file: string;
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  readonly permission: string;
  readonly params: JsonObject | null;
  readonly query: JsonObject | null;
  readonly body: JsonObject | null;
  readonly answer: JsonObject;
  readonly transport: 'json' | 'upload' | 'file';
  /** Name of the parameter that names a list: the answer is a record of it. */
  readonly record: string | null;
}

export interface CodeTable {
  readonly id: string;
  readonly title: string;
  /** The table above, where there is one. */
  readonly parent?: string | null;
  readonly codes: readonly CodeRow[];
  /** In the table of permissions: those that every role has. */
  readonly everybody: ReadonlySet<string>;
  /** In the table of reference lists: the views of those whose items are records, by list. */
  readonly views: ReadonlyMap<string, string>;
}

/** What the dictionary says of a column name. */
export type Term = Omit<TermsTerm, 'format'> & {
  readonly format?: FormatId;
  /** Of a column: the term that it is, where its name is that of another. */
  readonly term?: string;
};

export interface ActionLinkContext {
  /** Reports texts that are no codes of a table where a step writes codes out. */
  readonly checkCodes: (value: unknown, table: string | null, pointer: string) => void;
  readonly entityOfList: (list: string) => Entity | null;
  /** What steps over many records name; the linker always supplies it. */
  readonly catalog?: Pick<Catalog, 'commands' | 'entities' | 'codes' | 'language'>;
  /** A parameter of the screen; the linker always supplies it. */
  readonly param?: (id: string) => LinkedParam | null;
  readonly report: (finding: BlockFinding) => void;
  readonly suggest: (wrong: string, among: readonly string[]) => string | undefined;
}

export type ActionLinker = (step: LinkedAction, context: ActionLinkContext) => LinkedAction;

/** What the database says of a table or a view. */
export interface TableFacts {
  readonly columns: ReadonlyMap<string, ValueType>;
  /** What record_table declared it for: district, user, company or all. */
  readonly scope: string | null;
  /** What requests may do beside reading. */
  readonly writes: readonly string[];
  /** It has a version, and a save leaves its stamp. */
  readonly stamped: boolean;
  /** The tables that a column refers to by a foreign key; absent where that was not asked. */
  readonly refers?: { readonly [column: string]: readonly string[] };
  /** Of a view the table of which it has each row once, and no other; absent where it is another, or was not asked. */
  readonly whole?: string;
}

/** All that a definition may name. */
export interface Catalog {
  readonly language: Language;
  readonly blockLinks: ReadonlyMap<string, BlockLinker>;
  /** Blocks that can be drawn on paper; null: unchecked. */
  readonly printable: ReadonlySet<string> | null;
  readonly actionLinks: ReadonlyMap<string, ActionLinker>;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly entities: ReadonlyMap<string, Entity>;
  readonly forms: ReadonlyMap<string, FormSchema>;
  readonly codes: ReadonlyMap<string, CodeTable>;
  readonly terms: ReadonlyMap<string, Term>;
  /** Permission codes; null where they are not known, then they are not checked. */
  readonly permissions: ReadonlySet<string> | null;
  /** Permissions that every role has, so that a link to what needs one is closed to nobody. */
  readonly everybody: ReadonlySet<string>;
  /** Reference lists of the server; null where they are not known. */
  readonly lists: ReadonlySet<string> | null;
  readonly icons: ReadonlySet<string> | null;
  /** Routes of the application that no definition draws. */
  readonly routes: readonly string[];
  readonly help: ((page: string) => boolean) | null;
  readonly queries: ReadonlyMap<string, NamedQuery>;
  readonly commands: ReadonlyMap<string, Command>;
  /** Facts of the query `name` beside a screen; null when there is no such file. */
  readonly query: (screenId: string, name: string) => QueryFacts | null;
  /** Tables and views by name; null where no database was asked. */
  readonly tables: ReadonlyMap<string, TableFacts> | null;
  /** Functions of the database that a request may call, each as `name(type, …)`; null where no database was asked. */
  readonly functions: ReadonlySet<string> | null;
}

export function entityOfList(catalog: Catalog, list: string): Entity | null {
  for (const { record, ...entity } of catalog.entities.values())
    if (record.list === list && !record.own) return { record, ...entity };
  return null;
}
