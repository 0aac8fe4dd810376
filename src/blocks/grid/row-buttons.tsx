import { Icon } from '#src/render/icon.tsx';
import type { RowAction } from './definition.ts';
import { buttonsInRow } from './row-action-kinds.ts';

/** The buttons of a row: four at most, the last of them a menu where there are more. The grid takes their clicks. */
export function RowButtons({ actions }: { readonly actions: readonly RowAction[] }) {
  const more = actions.length > buttonsInRow;
  const shown = more ? actions.slice(0, buttonsInRow - 1) : actions;
  return (
    <>
      {shown.map((action) => (
        <button
          key={action.id}
          type="button"
          tabIndex={-1}
          className="cad-grid-action"
          data-action={action.id}
          title={action.label}
          aria-label={action.label}
        >
          {action.icon ? <Icon name={action.icon} /> : action.label}
        </button>
      ))}
      {more ? (
        <button
          type="button"
          tabIndex={-1}
          className="cad-grid-action"
          data-more
          title="More"
          aria-label="More"
          aria-haspopup="menu"
        >
          <Icon name="more" />
        </button>
      ) : null}
    </>
  );
}
