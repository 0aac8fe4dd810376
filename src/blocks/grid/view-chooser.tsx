import type { EntityView } from '#src/core/entity-parts.ts';
import type { SavedView } from './definition.ts';
import { ViewMenu } from './grid-menus.tsx';
import { MenuButton } from './menu-button.tsx';

export interface ViewChoice {
  /** Shipped views; without one the definition's own columns are the only other choice. */
  readonly views: readonly EntityView[];
  readonly saved: readonly SavedView[];
  readonly view: string;
  readonly onView: (id: string) => void;
  /** Whether this person laid the view out anew, sorted, grouped or filtered it. */
  readonly changed: boolean;
  /** Whether the view lost columns, so that saving it settles something. */
  readonly lost: boolean;
  readonly onReset: () => void;
  /** Null where views cannot be saved. */
  readonly onSave: (() => void) | null;
  /** Null for who may not say what is for all. */
  readonly onSaveForAll: (() => void) | null;
  /** What can be done with the saved view that is shown. */
  readonly manage: readonly { readonly text: string; readonly onClick: () => void }[];
}

function Options({ label, views }: { readonly label: string; readonly views: readonly SavedView[] }) {
  if (views.length === 0) return null;
  return (
    <optgroup label={label}>
      {views.map(({ id, name, sharing }) => (
        <option key={id} value={String(id)}>
          {sharing === 'locked' ? `${name} (locked)` : name}
        </option>
      ))}
    </optgroup>
  );
}

/** Which view is shown; what differs from it is said, and can be taken back or kept. */
export function ViewChooser(choice: ViewChoice) {
  const { views, saved, view, onView, changed, lost, onReset, onSave, onSaveForAll, manage } = choice;
  return (
    <span className="cad-grid-view">
      <select
        className="cad-input"
        aria-label="View"
        title="View: which columns, in which order"
        value={view}
        onChange={(event) => onView(event.target.value)}
      >
        {views.length === 0 ? <option value="">Standard</option> : null}
        {views.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
        <Options label="Mine" views={saved.filter(({ sharing }) => sharing === 'own')} />
        <Options label="For all" views={saved.filter(({ sharing }) => sharing !== 'own')} />
      </select>
      {manage.length > 0 ? (
        <MenuButton
          placement="bottom-start"
          content={<ViewMenu manage={manage} />}
          aria-label="What to do with this view"
        >
          ⋯
        </MenuButton>
      ) : null}
      {changed ? (
        <>
          <span className="cad-grid-view-note">changed</span>
          <button
            type="button"
            className="cad-button"
            onClick={onReset}
            title="Show the view as it was before"
          >
            Reset
          </button>
        </>
      ) : null}
      {changed || lost ? (
        <>
          {onSave ? (
            <button type="button" className="cad-button" onClick={onSave}>
              Save as mine
            </button>
          ) : null}
          {onSaveForAll ? (
            <button type="button" className="cad-button" onClick={onSaveForAll}>
              Save for all
            </button>
          ) : null}
        </>
      ) : null}
    </span>
  );
}
