import type { Diagnostic } from '#src/core/diagnostic.ts';
import type { Entity } from '#src/core/entity.ts';
import type { Command, ExportType, ImportKind } from '#src/core/link/catalog.ts';
import type { CodeRow, LinkedScreen, ManifestEntry } from '#src/core/linked.ts';
import type { ValueType } from '#src/core/values.ts';
import type { DescribedColumn } from './describe-query.ts';
import type { Figures } from './figures/figures.ts';
import type { OverKept } from './kept-queries.ts';
import type { PositionalSql } from './named-parameters.ts';

/** The SQL of a data source and what the database said of it. */
export interface SqlSource {
  /** Path of the SQL file inside the checkout. */
  readonly file: string;
  /** As it is sent to the database: prepared once, bound at each run. */
  readonly sql: PositionalSql;
  readonly columns: readonly {
    readonly id: string;
    readonly type: ValueType;
    readonly sqlType: string | null;
  }[];
  readonly params: ReadonlyMap<string, ValueType>;
  /** Set where it says what its figures count. */
  readonly figures?: ReadyFigures;
  /** Set where it stands on queries whose rows are kept of each district. */
  readonly overKept?: OverKept;
}

/** The figures of a query with the queries for their rows, as they are sent to the database. */
export interface ReadyFigures extends Figures {
  readonly statements: readonly {
    readonly sql: PositionalSql;
    readonly params: ReadonlyMap<string, ValueType>;
  }[];
}

export interface ReadyScreen {
  readonly kind: 'ready';
  readonly id: string;
  readonly hash: string;
  readonly screen: LinkedScreen;
  /** The linked screen as it is sent. */
  readonly text: string;
  readonly sql: ReadonlyMap<string, SqlSource>;
}

/** A command with its SQL, as it is sent to the database. */
export interface ReadyCommand extends Command {
  readonly sql: PositionalSql;
  readonly columns: readonly DescribedColumn[];
}

/** A type of export with its SQL by name. */
export interface ReadyExport extends ExportType {
  /** The kind of import whose layout it writes. */
  readonly kind: ImportKind | null;
  readonly sql: ReadonlyMap<
    string,
    { readonly sql: PositionalSql; readonly columns: readonly DescribedColumn[] }
  >;
}

/** A kind of import with its SQL by name. */
export interface ReadyImport extends ImportKind {
  readonly queries: ReadonlyMap<string, { readonly sql: PositionalSql }>;
}

/** A screen with errors: it keeps its route, where a named error card is shown. */
export interface BrokenScreen {
  readonly kind: 'broken';
  readonly id: string;
  readonly hash: string;
  readonly route: string;
  readonly alias: readonly string[];
  readonly access: ManifestEntry['access'];
  readonly needs: string | null;
  readonly title: string;
  /** How many findings there are. */
  readonly summary: string;
}

export interface MenuEntry {
  readonly title: string;
  readonly action: string | null;
  readonly activeon: readonly string[];
  readonly activematch: readonly string[];
  /** Screens on whose pages it is marked. */
  readonly group: string | null;
  readonly needs: string | null;
  readonly items: readonly MenuEntry[];
}

/** Everything that was prepared at one moment; replaced as a whole, never changed. */
export interface Definitions {
  readonly screens: ReadonlyMap<string, ReadyScreen>;
  readonly broken: ReadonlyMap<string, BrokenScreen>;
  readonly entities: ReadonlyMap<string, Entity>;
  readonly codes: ReadonlyMap<string, readonly CodeRow[]>;
  /** Views of the reference lists whose items are records, by list. */
  readonly lists: ReadonlyMap<string, string>;
  readonly menu: readonly MenuEntry[];
  /** Plain draft-07 schemas by the hash of their module. */
  readonly validators: ReadonlyMap<string, object>;
  readonly commands: ReadonlyMap<string, ReadyCommand>;
  readonly exports: ReadonlyMap<string, ReadyExport>;
  readonly imports: ReadonlyMap<string, ReadyImport>;
  /** Columns of every query by the path of its file; those that the database refused are absent. */
  readonly queries: ReadonlyMap<string, readonly string[]>;
  readonly diagnostics: readonly Diagnostic[];
}

export const noDefinitions: Definitions = {
  screens: new Map(),
  broken: new Map(),
  entities: new Map(),
  codes: new Map(),
  lists: new Map(),
  menu: [],
  validators: new Map(),
  commands: new Map(),
  exports: new Map(),
  imports: new Map(),
  queries: new Map(),
  diagnostics: [],
};
