import type { EntityView } from '#src/core/entity-parts.ts';

export interface ViewChoice {
  readonly views: readonly EntityView[];
  readonly view: string;
  readonly onView: (id: string) => void;
  /** Whether this person laid the view out anew, or sorted it. */
  readonly changed: boolean;
  readonly onReset: () => void;
}

/** Which shipped view is shown; what differs from it is said, and can be taken back. */
export function ViewChooser({ views, view, onView, changed, onReset }: ViewChoice) {
  return (
    <span className="cad-grid-view">
      <select
        className="cad-input"
        aria-label="View"
        title="View: which columns, in which order"
        value={view}
        onChange={(event) => onView(event.target.value)}
      >
        {views.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      {changed ? (
        <>
          <span className="cad-grid-view-note">changed</span>
          <button
            type="button"
            className="cad-button"
            onClick={onReset}
            title="Show the view as it is shipped"
          >
            Reset
          </button>
        </>
      ) : null}
    </span>
  );
}
