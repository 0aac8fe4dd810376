import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { EntityField, FieldCheck } from '#src/core/entity.ts';
import type { Move } from '#src/core/entity-parts.ts';
import type {
  LinkedAction,
  LinkedBlock,
  LinkedExpression,
  LinkedRef,
  LinkedWidget,
} from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';

type Definition = BlockDefinition<'form'>;
type SectionField = Definition['sections'][number]['fields'][number];

/** A rule shown at the field that it is written at. */
export type OwnCheck = SectionField['check'][number];

/** A rule between fields, as the schema's walk leaves it. */
export type CheckDefinition = NonNullable<Definition['check']>[number];

/** How repeated lines are drawn, as the schema's walk leaves it. */
export type LinesDefinition = NonNullable<SectionField['lines']>;

/** What stands under a column of lines. */
export type LineTotal = NonNullable<LineField['total']>;

type LineField = NonNullable<LinesDefinition['fields']>[number];

/** A field of a section or of a line: of either, what the other does not say is absent. */
export type FieldDefinition = Pick<SectionField, 'id'> & Partial<SectionField & LineField>;

export type SectionDefinition = Definition['sections'][number];

export type FormButton = NonNullable<Definition['submit']>;

/** A button at each line. */
export type LineButton = NonNullable<LinesDefinition['buttons']>[number];

export type FormDefinition = LinkedBlock & Definition;

/** Who makes a value that nobody types: an expression, a copy, a series of numbers, the moves of a life. */
export type Origin = 'value' | 'from' | 'number' | 'state';

/** Where a copied value comes from. */
export interface CopySource {
  /** Field that holds the number of the record. */
  readonly ref: string;
  /** What such a record is called in a sentence. */
  readonly title: string;
  readonly to: LinkedRef | null;
  readonly reread: boolean;
}

/** Something that goes into a computed value: a field of the record, or its rows. */
export interface Ingredient {
  readonly id: string;
  readonly title: string;
  readonly format: EntityField['format'];
  readonly codes: string | null;
  readonly cells: readonly Ingredient[] | null;
}

/** A field with everything decided. */
export interface FormField {
  readonly id: string;
  readonly title: string;
  readonly unit: string | null;
  readonly help: string | null;
  readonly placeholder: string | null;
  readonly wide: boolean;
  /** Not `type`: a list of things with a type and a condition would be taken for blocks. */
  readonly valueType: EntityField['type'];
  readonly format: EntityField['format'];
  readonly codes: string | null;
  /** Field whose code decides which codes are offered. */
  readonly under?: string;
  readonly unitField: string | null;
  readonly widget: LinkedWidget;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly maxLength: number | null;
  /** What its pattern takes, in words. */
  readonly takes?: string;
  readonly visibleWhen: LinkedExpression | null;
  readonly enabledWhen: LinkedExpression | null;
  readonly requiredWhen: LinkedExpression | null;
  readonly value: LinkedExpression | null;
  readonly check: readonly OwnCheck[];
  readonly lines: FormLines | null;
  /** Made by the server: never sent. */
  readonly origin?: Origin;
  readonly copy?: CopySource;
  /** What goes into a computed value. */
  readonly ingredients?: readonly Ingredient[];
  /** Of a new record, or of a new line. */
  readonly start?: string | number | boolean;
  /** Not taken along where a new record begins as a copy. */
  readonly uncopied?: true;
  /** Of a field in a line. */
  readonly total?: LineTotal;
}

/** The fields of a line, each drawn in its own column. */
export interface FormLines {
  readonly fields: readonly FormField[];
  readonly minItems: number;
  readonly maxItems: number;
  /** Text of the button that adds one. */
  readonly add: string;
  readonly buttons?: readonly LineButton[];
  /** Records of which lines are made: what they are called, their list, and the field that holds the number of one. */
  readonly pick?: { readonly title: string; readonly list: string; readonly field: string };
  /** Rows whose order is kept nowhere: they are not moved. */
  readonly unordered?: true;
  /** Drawn as checkboxes: the one cell of a line, whose codes they are. */
  readonly matrix?: FormField;
  /** Set where the lines are rows of a table of their own, each with its number as `id`. */
  readonly rows?: true;
}

/** The moves of a record's life, as its form offers them. */
export interface FormMoves {
  /** Field that holds the state, its title and its code table. */
  readonly field: string;
  readonly title: string;
  readonly codes: string;
  /** Permission to write the record; null: nobody does. */
  readonly update: string | null;
  readonly moves: readonly FormMove[];
  /** States in which the record is shown and not edited. */
  readonly locked: readonly string[];
  /** What a move does; `row` is the record's number, its version and the move. */
  readonly on: readonly LinkedAction[];
}

export type FormMove = Pick<Move, 'id' | 'title' | 'from' | 'needs' | 'notBy' | 'tone'>;

export interface FormSection {
  readonly id: string;
  readonly title: string;
  readonly columns: 1 | 2 | 3;
  /** Null: cannot be folded; else whether it is at first. */
  readonly folded: boolean | null;
  readonly visibleWhen: LinkedExpression | null;
  readonly fields: readonly FormField[];
  /** Plain draft-07 of the section's values; frozen, because the compiled validator belongs to exactly this. */
  readonly schema: { readonly [key: string]: unknown };
  /** Names the validator module; null in a light form. */
  readonly validator: string | null;
}

export interface LinkedForm extends LinkedBlock {
  readonly type: 'form';
  readonly entity?: string;
  /** True over a record, or a stored item with a version: saving sends the version and the changed fields. */
  readonly record: boolean;
  readonly sections: readonly FormSection[];
  readonly submit: FormButton | null;
  readonly cancel: FormButton | null;
  readonly readOnlyWhen: LinkedExpression | null;
  readonly from: 'row' | null;
  /** Rules between fields: the form's own and those of its entity or form schema. */
  readonly check: readonly FieldCheck[];
  /** Fields that are kept until they are saved; null where nothing is kept. */
  readonly drafts: readonly string[] | null;
  readonly light: boolean;
  /** Over a record: a section is read until somebody edits it. */
  readonly viewFirst?: boolean;
  /** Where the record has a life. */
  readonly moves: FormMoves | null;
  /** Field that says in which district the record lies: where the person does not work, the form only shows. */
  readonly district?: string;
  /** List of the record's calls; null over a form schema. */
  readonly list: string | null;
}

export function isFormDefinition(block: LinkedBlock): block is FormDefinition {
  return block.type === 'form' && Array.isArray(block.sections);
}

export function isLinkedForm(block: LinkedBlock): block is LinkedForm {
  return (
    block.type === 'form' &&
    Array.isArray(block.sections) &&
    block.sections.every((section) => isJsonObject(section) && 'validator' in section)
  );
}
