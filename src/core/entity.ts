import type { LinkedExpression, LinkedField } from './linked.ts';

/** Operators a search criterion may use; an entity's field names those that suit it. */
export const searchOperators = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'between',
  'contains',
  'starts',
  'ends',
  'oneof',
  'notoneof',
  'empty',
  'notempty',
] as const;
export type SearchOperator = (typeof searchOperators)[number];

/** How an operator reads between a field and its value. */
export const operatorWords: { readonly [operator in SearchOperator]: string } = {
  eq: 'is',
  ne: 'is not',
  lt: 'is less than',
  le: 'is at most',
  gt: 'is more than',
  ge: 'is at least',
  between: 'is between',
  contains: 'contains',
  starts: 'begins with',
  ends: 'ends with',
  oneof: 'is one of',
  notoneof: 'is none of',
  empty: 'is empty',
  notempty: 'is not empty',
};

export interface Criterion {
  readonly fld: string;
  readonly op: SearchOperator;
  /** A value, a pair for `between`, a list for `oneof` and `notoneof`, absent for `empty` and `notempty`. */
  readonly val?: unknown;
}

export type FieldWrite = 'always' | 'create' | 'never';

export interface EntityField extends LinkedField {
  readonly required: boolean;
  /** When a person writes it: with every save, once at the making, or never, because the server or the view does. */
  readonly write: FieldWrite;
  /** Not written by a save of a stored record. */
  readonly readOnly: boolean;
  readonly search: readonly SearchOperator[];
  readonly permission: string | null;
  readonly widget: string | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly maxLength: number | null;
  readonly pattern: string | null;
  /** Of a list of repeated lines: the fields of a line and how many there may be. */
  readonly lines?: FieldLines;
}

export interface FieldLines {
  readonly fields: { readonly [id: string]: EntityField };
  readonly minItems: number;
  readonly maxItems: number;
}

/** A rule between fields, held by forms and, where it is an error, by the server. */
export interface FieldCheck {
  readonly id: string;
  readonly when: LinkedExpression | null;
  readonly expr: LinkedExpression;
  readonly message: string;
  readonly level: 'error' | 'warning';
  /** Fields that show the message. */
  readonly fields: readonly string[];
}

/** A record type: one file under schemas/entities. Field ids are the columns of `record.view`. */
export interface Entity {
  readonly id: string;
  readonly title: string;
  readonly record: {
    /** Prefix of routes and results: `sale`. */
    readonly prefix: string;
    /** Name of the list in calls: `sales`. */
    readonly list: string;
    readonly itemType: string;
    /** Where a save writes. */
    readonly table: string;
    /** What lists and records read. */
    readonly view: string;
    readonly label: string;
    readonly permissions: { readonly view: string; readonly update: string | null };
  };
  readonly fields: { readonly [id: string]: EntityField };
  readonly check?: readonly FieldCheck[];
}

/** A form that is no record: one file under schemas/forms, in the dialect of entities. */
export interface FormSchema {
  readonly id: string;
  readonly title: string;
  readonly fields: { readonly [id: string]: EntityField };
  readonly check?: readonly FieldCheck[];
}
