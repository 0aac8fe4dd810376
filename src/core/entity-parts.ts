// What an entity says beyond its fields. No part knows the entity itself.
import type { LinkedExpression } from './linked.ts';

export type FieldWrite = 'always' | 'create' | 'never';

/** Whose rows they are; row security follows it. */
export type EntityScope = 'district' | 'user' | 'company' | 'all';

/** A value that is computed, never typed. */
export interface ComputedValue {
  readonly expr: LinkedExpression;
  /** Fields that go in, so that a page can say what the value is made of; null when that cannot be told. */
  readonly reads: readonly string[] | null;
  /** False: the view computes it; the server stores nothing. */
  readonly stored: boolean;
}

/** A value that is copied from the record that a field refers to. */
export interface CopiedFrom {
  readonly ref: string;
  readonly field: string;
  /** Copied anew when the reference changes. */
  readonly reread: boolean;
}

export interface NumberSeries {
  readonly prefix: string;
  /** `year`, or the field whose values have a series each; null: one series. */
  readonly per: string | null;
  readonly digits: number;
}

export interface Move {
  readonly id: string;
  readonly title: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly needs: string | null;
  readonly check: LinkedExpression | null;
  readonly message: string | null;
  /** Fields that hold users who may not make this move. */
  readonly notBy: readonly string[];
  /** SQL function called inside the transaction with the record's number. */
  readonly runs: string | null;
  /** It takes the numbers of all that are moved at once. */
  readonly together?: true;
  /** Field that holds the user who is told after the move. */
  readonly notify: string | null;
  readonly tone: 'primary' | 'success' | 'warning' | 'danger' | null;
  /** False: made by work of the server, such as an export; no person makes it. */
  readonly hand?: false;
  /** The page of which a PDF is kept as a file of the record after the move. */
  readonly keeps?: KeptPage;
  /** The page by which figures agree, or the move is refused. */
  readonly agrees?: AgreedPage;
}

export interface KeptPage {
  readonly screen: string;
  /** Parameters of the page, each with the field of the record that fills it. */
  readonly params: { readonly [param: string]: string };
}

export interface AgreedPage extends KeptPage {
  /** The source that answers one row for each comparison. */
  readonly data: string;
}

export interface Life {
  readonly field: string;
  readonly start: string;
  readonly end: readonly string[];
  /** States in which a record is neither saved nor deleted. */
  readonly locked: readonly string[];
  /** A save of these fields in one of these states leads back by itself. */
  readonly reopens?: {
    readonly from: readonly string[];
    readonly to: string;
    readonly fields: readonly string[];
  };
  readonly moves: readonly Move[];
}

/** Who is told when a save gives a field another value. */
export interface Told {
  readonly field: string;
  readonly type: 'SUPPASND' | 'ANLYASND' | 'STGECHGD';
  /** Field that holds the user. */
  readonly reader: string;
}

/** How a picker finds records and what it tells them by. */
export interface Lookup {
  readonly search: readonly string[];
  readonly show: readonly string[];
}

/** Records that have the same values are alike. */
export interface Alike {
  /** In brackets behind their number. */
  readonly title: string;
  readonly fields: readonly string[];
  /** A field with about the same number: by how much of it another may be more or less. */
  readonly near: { readonly field: string; readonly share: number } | null;
}

/** The columns of the view that say in degrees where a record lies, and what a record's page counts near it. */
export interface Position {
  readonly lat: string;
  readonly lon: string;
  /** Record types that have a position. */
  readonly near: readonly string[];
  /** How far is near, where the page says nothing else. */
  readonly metres: number;
}

/** A view of the list that is shipped. */
export interface EntityView {
  readonly id: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly sort: readonly string[];
}
