// What a step asks of many records, and the dialog that the application opens for it.
import type { CodeRow, LinkedWidget } from '#src/core/linked.ts';

/** An input of the dialog: a field that may be set, or a parameter of a command. */
export interface ManyInput {
  readonly id: string;
  readonly title: string;
  readonly help: string | null;
  readonly widget: LinkedWidget;
  readonly codes: readonly CodeRow[] | null;
  readonly many: boolean;
  readonly required: boolean;
  readonly default: string | number | boolean | null;
}

/** As the linker writes it into a step. */
export interface ManyAsked {
  readonly title: string;
  readonly text: string;
  readonly list: string;
  /** Route prefix of a record. */
  readonly prefix: string;
  readonly one: string;
  readonly more: string;
  readonly does:
    | { readonly kind: 'set' | 'delete' }
    | { readonly kind: 'move'; readonly move: string }
    | { readonly kind: 'command'; readonly command: string };
  readonly inputs: readonly ManyInput[];
}

export interface ManyRequest extends ManyAsked {
  /** The selected records; empty: none is selected. */
  readonly ids: readonly number[];
  /** Of the search whose records it may be about instead. */
  readonly hash: string | null;
}
