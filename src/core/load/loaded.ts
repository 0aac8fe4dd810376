import type { Json } from '../values.ts';

export interface Place {
  readonly line: number;
  readonly column: number;
  /** Where a person wrote it, when it stands here by way of a fragment or a shared action. */
  readonly origin?: { readonly file: string; readonly pointer: string };
}

/** A definition file that is well-formed JSON, with the places of its values. */
export interface Loaded {
  readonly file: string;
  readonly json: Json;
  /** Place of the value at a JSON pointer, or of its nearest ancestor that exists. */
  readonly at: (pointer: string) => Place;
  /** Place of the property name that leads to the value at a pointer. */
  readonly keyAt: (pointer: string) => Place;
  /** Place of the character `index` of the text at a pointer, escapes counted. */
  readonly inText: (pointer: string, index: number) => Place;
}
