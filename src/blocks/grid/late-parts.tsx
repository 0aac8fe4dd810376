// What few tables have, or what comes when it is asked for: loaded then, and not with every page that has a table.
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '#src/render/load-part.ts';
import { Skeleton } from '#src/render/states.tsx';

type Load<P extends object> = () => Promise<ComponentType<P>>;

const loads: Load<never>[] = [];

/** A part that is drawn at once where its code is here, else as soon as it comes. */
function late<P extends object>(load: Load<P>, meanwhile: ReactNode = null): ComponentType<P> {
  let here: ComponentType<P> | null = null;
  const keep = async () => {
    here = await load();
    return here;
  };
  loads.push(keep as Load<never>);
  const Coming = lazyPart(keep) as ComponentType<P>;
  return function Late(props: P) {
    const [Here] = useState(() => here);
    return Here ? (
      <Here {...props} />
    ) : (
      <Suspense fallback={meanwhile}>
        <Coming {...props} />
      </Suspense>
    );
  };
}

/** Whoever comes to a table may want them next. What does not arrive is asked for again where it is drawn. */
export async function loadLateParts(): Promise<void> {
  await Promise.allSettled(loads.map((load) => load()));
}

const waiting = <Skeleton lines={8} />;

export const AcrossGrid = late(async () => (await import('./across-grid.tsx')).AcrossGrid, waiting);
export const TransposedTable = late(
  async () => (await import('./transposed-table.tsx')).TransposedTable,
  waiting,
);
export const ColumnChooser = late(async () => (await import('./column-chooser.tsx')).ColumnChooser);
export const ColumnMenu = late(async () => (await import('./column-menu.tsx')).ColumnMenu);
export const FileMenu = late(async () => (await import('./grid-menus.tsx')).FileMenu);
export const FilterForm = late(async () => (await import('./filter-form.tsx')).FilterForm);
export const GroupChooser = late(async () => (await import('./group-chooser.tsx')).GroupChooser);
export const RowMenu = late(async () => (await import('./row-menu.tsx')).RowMenu);
export const SelectionBar = late(async () => (await import('./selection-bar.tsx')).SelectionBar);
export const SelectionMenu = late(async () => (await import('./grid-menus.tsx')).SelectionMenu);
export const UnsavedBar = late(async () => (await import('./unsaved-bar.tsx')).UnsavedBar);
export const ViewBar = late(async () => (await import('./view-bar.tsx')).ViewBar);
