import type {
  Alike,
  ComputedValue,
  CopiedFrom,
  EntityScope,
  EntityView,
  FieldWrite,
  Life,
  Lookup,
  NumberSeries,
  Position,
  Told,
} from './entity-parts.ts';
import type { LinkedExpression, LinkedField } from './linked.ts';
import { type SearchOperator, searchOperators } from './operators.ts';

export interface FieldCriterion {
  readonly fld: string;
  readonly op: SearchOperator;
  /** A value, a pair for `between`, a list for `oneof` and `notoneof`, absent for `empty` and `notempty`. */
  readonly val?: unknown;
}

/** What lies near a place; no field is compared, and no form offers it. */
export interface PlaceCriterion {
  readonly fld: string;
  readonly op: 'within';
  readonly val?: unknown;
}

export type Criterion = FieldCriterion | PlaceCriterion;

/** Whether a criterion may say so. */
export function isOperator(value: unknown): value is Criterion['op'] {
  return value === 'within' || searchOperators.some((known) => known === value);
}

export interface EntityField extends LinkedField {
  readonly required: boolean;
  /** When a person writes it: with every save, once at the making, or never, because the server or the view does. */
  readonly write: FieldWrite;
  /** Not written by a save of a stored record. */
  readonly readOnly: boolean;
  readonly search: readonly SearchOperator[];
  /** Reference list that a search picks from; the field itself takes any code. */
  readonly offers?: string;
  readonly permission: string | null;
  readonly widget: string | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly maxLength: number | null;
  readonly pattern: string | null;
  /** What the pattern takes, in words. */
  readonly takes?: string;
  /** Lists sort it by its characters, as an index of the table has it; numbers within other texts are numbers. */
  readonly order?: 'plain';
  /** Of a new record. */
  readonly default?: string | number | boolean;
  readonly value?: ComputedValue;
  readonly from?: CopiedFrom;
  readonly number?: NumberSeries;
  /** Field of the code table above: its code decides which of this field's codes are offered and accepted. */
  readonly under?: string;
  /** False: not taken along where a record is duplicated or brought forward. */
  readonly copy?: false;
  /** A column that every table has: declared by nobody, written by the writer. */
  readonly engine?: true;
  /** Of a list: its entries are whole numbers, such as ids of records. */
  readonly numbers?: true;
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

/** Rows of another table inside a record: one version and one entry of the history for the whole. */
export interface EntityChild {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly table: string;
  /** Column that holds the number of the record. */
  readonly parent: string;
  /** Column that keeps the place of a row, counted from 1. */
  readonly order: string | null;
  readonly write: FieldWrite;
  /** Columns that have one value in every row of this list. */
  readonly fixed?: { readonly [column: string]: string | number | boolean };
  /** Entity whose records are picked from a grid, and the field that holds the number of what was picked. */
  readonly pick: { readonly entity: string; readonly field: string } | null;
  /** Fields of a row that hold the number of a record, with the type of each. */
  readonly refs?: { readonly [field: string]: string };
  readonly lines: FieldLines;
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
    /** The view has each row of the table once, and no other. */
    readonly wholeTable?: true;
    readonly label: string;
    /** Served by operations of its own: no list that a screen, a search or a generic call may name. */
    readonly own?: true;
    readonly permissions: { readonly view: string; readonly update: string | null };
  };
  readonly fields: { readonly [id: string]: EntityField };
  readonly check?: readonly FieldCheck[];
  /** SQL function that is asked before a change is written. */
  readonly rules?: string | null;
  /** SQL function that computes stored values of a change before it is written. */
  readonly computes?: string | null;
  readonly singular?: string;
  readonly plural?: string;
  readonly icon?: string | null;
  readonly scope?: EntityScope;
  /** Fields whose words quick search reads; null: it does not look here at all. */
  readonly quick?: readonly string[] | null;
  /** What quick search by words leaves out. */
  readonly quickWhere?: readonly Criterion[];
  /** The entity that a field's number refers to. */
  readonly refs?: { readonly [field: string]: string };
  readonly children?: { readonly [id: string]: EntityChild };
  /** Fields that together occur once. */
  readonly unique?: readonly (readonly string[])[];
  /** Fields that together name a record, in the order of an address. */
  readonly key?: readonly string[] | null;
  readonly life?: Life | null;
  readonly tells?: readonly Told[];
  readonly lookup?: Lookup | null;
  readonly preview?: readonly string[];
  /** Of what a record's page counts others like it. */
  readonly alike?: readonly Alike[];
  /** Where a record lies; null: nowhere that is known. */
  readonly position?: Position | null;
  readonly views?: readonly EntityView[];
}

/** A form that is no record: one file under schemas/forms, in the dialect of entities. */
export interface FormSchema {
  readonly id: string;
  readonly title: string;
  readonly fields: { readonly [id: string]: EntityField };
  readonly check?: readonly FieldCheck[];
}
