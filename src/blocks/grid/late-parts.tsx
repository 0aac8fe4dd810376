// What few tables have, or what comes when it is asked for.
import { Skeleton } from '#src/render/states.tsx';
import { late, quiet } from './late.tsx';

const table = { inline: true, meanwhile: () => <Skeleton lines={8} /> };

export const AcrossGrid = late(async () => (await import('./across-grid.tsx')).AcrossGrid, table);
export const TransposedTable = late(
  async () => (await import('./transposed-table.tsx')).TransposedTable,
  table,
);
export const UnsavedBar = late(async () => (await import('./unsaved-bar.tsx')).UnsavedBar, { inline: true });

export const ColumnChooser = late(async () => (await import('./column-chooser.tsx')).ColumnChooser);
export const ColumnMenu = late(async () => (await import('./column-menu.tsx')).ColumnMenu);
export const FileMenu = late(async () => (await import('./grid-menus.tsx')).FileMenu);
export const FilterForm = late(async () => (await import('./filter-form.tsx')).FilterForm);
export const GroupChooser = late(async () => (await import('./group-chooser.tsx')).GroupChooser);
export const RowMenu = late(async () => (await import('./row-menu.tsx')).RowMenu);
export const SelectionMenu = late(async () => (await import('./grid-menus.tsx')).SelectionMenu);

export const SelectionBar = quiet(async () => (await import('./selection-bar.tsx')).SelectionBar);
export const ViewBar = quiet(async () => (await import('./view-bar.tsx')).ViewBar);
