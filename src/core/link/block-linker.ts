import type { Entity, FormSchema } from '../entity.ts';
import type { LinkedBlock, LinkedField, LinkedParam, LinkedSource, LinkedWidget, Text } from '../linked.ts';
import type { PageRequest } from '../rows.ts';

/** In a heading that is told: a part that the page fills in. */
export const filledHeading = '{…}';

export interface BlockFinding {
  /** JSON pointer relative to the block, e.g. `/columns/2/id`. */
  readonly pointer: string;
  readonly rule: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly severity?: 'error' | 'warning';
}

/** What a block's own link rules may ask. The generic walk over the block's schema ran before:
 * expressions, templates, actions and nested blocks are linked, shorthand is expanded, defaults are filled. */
export interface BlockLinkContext {
  readonly source: LinkedSource | null;
  /** True where the source answers a list of rows instead of one record. */
  readonly manyRows?: boolean;
  /** True on a report: each of its columns is explained. */
  readonly explained?: boolean;
  /** Whether an operation saves a record by the version that was read; the linker always supplies it. */
  readonly needsVersion?: (operation: string) => boolean;
  readonly fieldsOf: (source: string) => readonly LinkedField[];
  readonly entity: (id: string) => Entity | null;
  /** A form of schemas/forms; the linker always supplies it. */
  readonly form?: (id: string) => FormSchema | null;
  /** The entity of a list of records; the linker always supplies it. */
  readonly entityOfList?: (list: string) => Entity | null;
  /** A parameter of the screen; the linker always supplies it. */
  readonly param?: (id: string) => LinkedParam | null;
  /** Reports a link that leads to no route of this application; the linker always supplies it. */
  readonly checkLink?: (link: Text, pointer: string) => void;
  /** Says what heads the tables that the block may draw; null where only the answer tells. The linker always supplies it. */
  readonly tellHeadings?: (headings: readonly string[] | null) => void;
  /** Says that the block reads its source by pages, and which comes first. The linker always supplies it. */
  readonly tellFirstPage?: (page: PageRequest) => void;
  /** Says that the block reads another source as a whole. The linker always supplies it. */
  readonly tellWhole?: (source: string) => void;
  readonly report: (finding: BlockFinding) => void;
  /** `Did you mean "x"?` for the nearest of `among`, undefined when none is near. */
  readonly suggest: (wrong: string, among: readonly string[]) => string | undefined;
  /** The input that suits a field (its entity may name one). */
  readonly widgetFor: (field: LinkedField) => LinkedWidget;
  /** Puts a code table into the linked screen; reports an unknown one. */
  readonly useCodes: (table: string, pointer: string) => void;
  /** Registers a plain draft-07 schema to be compiled ahead; the hash names the validator module. */
  readonly useValidator: (schema: object) => string;
}

export type BlockLinker = (block: LinkedBlock, context: BlockLinkContext) => LinkedBlock;
