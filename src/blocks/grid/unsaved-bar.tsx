import type { RefObject } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { countSelected } from '#src/render/selection.ts';
import type { LinkedGrid } from './definition.ts';
import { EditBar } from './edit-bar.tsx';
import { firstUnsavable } from './first-unsavable.ts';
import type { GridModel } from './grid-model.ts';
import type { GridIntents } from './intents.ts';
import type { Notice } from './notice.ts';
import { SheetBar } from './sheet-bar.tsx';
import { useSaving } from './use-saving.ts';
import { useSheetSaving } from './use-sheet-saving.ts';

interface UnsavedBarProps {
  readonly latest: RefObject<BlockProps & { readonly block: LinkedGrid }>;
  readonly model: GridModel;
  readonly intents: GridIntents;
  readonly setNotice: (notice: Notice | null) => void;
}

/** What is changed and not saved, and the buttons that save it: row by row, or as a worksheet. */
export function UnsavedBar({ latest, model, intents, setNotice }: UnsavedBarProps) {
  const { block } = latest.current;
  const rows = useSaving(latest, model, setNotice);
  const sheet = useSheetSaving(latest, model, setNotice);
  const showFirst = async () => {
    const at = await firstUnsavable(model);
    if (at) model.goTo(at);
  };
  if (block.editing === 'rows') return <EditBar edits={model.edits} noun={block.noun} {...rows} />;
  // Who may only look sees a table like any other.
  if (!model.views.mayEditSome()) return null;
  return (
    <SheetBar
      model={model}
      block={block}
      {...sheet}
      selected={countSelected(model.selection, model.window.total ?? 0)}
      onSet={intents.setForChosen}
      onShow={() => void showFirst()}
    />
  );
}
