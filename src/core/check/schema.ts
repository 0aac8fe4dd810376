import type { Over } from '../linked.ts';
import type { Json } from '../values.ts';

/** What a property refers to; the linker checks that it exists. */
export type RefKind =
  | 'field'
  | 'source'
  | 'operation'
  | 'codes'
  | 'permission'
  | 'list'
  | 'entity'
  | 'form'
  | 'format'
  | 'icon'
  | 'widget'
  | 'validator'
  | 'param'
  | 'help'
  | 'query'
  | 'command';

/** The subset of draft-07 that definitions are described with, and our annotations. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly Json[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly default?: Json;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: SchemaNode };
  readonly additionalProperties?: boolean | SchemaNode;
  readonly propertyNames?: SchemaNode;
  readonly maxProperties?: number;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly definitions?: { readonly [name: string]: SchemaNode };
  readonly 'x-expression'?: { readonly over: Over; readonly returns: string };
  readonly 'x-template'?: Over;
  readonly 'x-link'?: boolean;
  /** Of a text with braces that something else than the linker fills in. */
  readonly 'x-filled'?: boolean;
  readonly 'x-ref'?: RefKind;
  /** What the property names of an object refer to. */
  readonly 'x-keys'?: RefKind;
  readonly 'x-actions'?: Over;
  readonly 'x-blocks'?: boolean;
  readonly 'x-fields'?: boolean;
  /** Names the sibling that holds a field of repeated lines: what is inside means the fields of a line. */
  readonly 'x-lines'?: string;
  readonly 'x-widget'?: boolean;
  /** Of a block: keys of the address that a link may set, as `?BLOCK.key=`. */
  readonly 'x-address'?: readonly string[];
  readonly 'x-shorthand'?: string;
  /** Of a list's entries: `else` is the entry, `then` the use of a fragment or a shared action in its stead. */
  readonly 'x-use'?: 'fragment' | 'action';
  /** Names a property whose members may stand beside it. */
  readonly 'x-gather'?: string;
  /** What has to be there once members are gathered and entries are single. */
  readonly 'x-needs'?: readonly string[];
  /** Of a member that stands beside its object: checked within that. */
  readonly 'x-gathered'?: boolean;
  /** An entry of a list that may be written once for several, by `ids` in place of `id`. */
  readonly 'x-several'?: boolean;
  readonly if?: SchemaNode;
  readonly then?: SchemaNode;
  readonly else?: SchemaNode;
  /** Checked where it is used, not where it stands. */
  readonly 'x-later'?: boolean;
  readonly 'x-discriminator'?: 'block' | 'action' | 'widget';
}

export function typesOf(schema: SchemaNode): readonly string[] | null {
  if (schema.type === undefined) return null;
  return typeof schema.type === 'string' ? [schema.type] : schema.type;
}
