import type { ComponentType } from 'react';
import type { CodeRow } from '#src/core/linked.ts';

/** The one shape of an input, used by forms, criteria and filters alike. */
export interface WidgetProps<V = unknown> {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly value: V | null | undefined;
  /** `null` for an emptied input; `problem` when what was typed is no value (it is kept on screen and blocks saving). */
  readonly onChange: (value: V | null, problem?: string) => void;
  readonly onBlur?: () => void;
  readonly disabled: boolean;
  readonly readOnly: boolean;
  readonly required: boolean;
  readonly invalid: boolean;
  /** Ids of help and error texts, for aria-describedby. */
  readonly describedBy: string | undefined;
  readonly options: { readonly [key: string]: unknown };
  /** Rows of the field's code table, or of its reference list once loaded. */
  readonly codes: readonly CodeRow[] | null;
  readonly many: boolean;
  readonly autoFocus?: boolean;
  readonly placeholder?: string;
}

export type WidgetComponent = ComponentType<WidgetProps>;
