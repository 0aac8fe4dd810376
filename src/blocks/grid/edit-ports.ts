import type { Row } from '#src/core/values.ts';
import type { GridColumn } from './definition.ts';
import type { GridModel } from './grid-model.ts';

/** What typing, pasting and filling ask of the grid around. */
export interface EditPorts {
  readonly model: GridModel;
  readonly rowKey: string | null;
  /** Whether the grid is a worksheet. */
  readonly sheet: boolean;
  readonly noun: string;
  /** Whether the person may change cells of this column. */
  readonly mayEditColumn: (column: GridColumn) => boolean;
  /** Whether the person may change this cell. */
  readonly mayEdit: (column: GridColumn, row: Row) => boolean;
  readonly tell: (text: string) => void;
  readonly refuse: (text: string) => void;
  readonly report: (work: Promise<unknown>) => void;
}
