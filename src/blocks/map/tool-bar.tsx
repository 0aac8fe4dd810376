import { type ReactNode, useId } from 'react';
import { metresBetween } from '#src/core/mercator.ts';
import type { Sketch, Tool } from './drawing.ts';
import { lengthText, measuredText } from './measured.ts';

const tools: readonly (readonly [Tool, string, string])[] = [
  ['move', 'Move', 'Drag moves the map; Shift and drag chooses a box'],
  ['box', 'Box', 'Drag a box around what is to be chosen, or set two corners with Enter; Ctrl adds'],
  ['polygon', 'Polygon', 'Click its corners, double-click the last one, or set them with Enter; Ctrl adds'],
  [
    'radius',
    'Radius',
    'Drag from the middle outwards, or click a place after typing metres, or Enter twice; Ctrl adds',
  ],
  ['measure', 'Measure', 'Click along the line, double-click its end, or set its corners with Enter'],
];

export function ToolBar({
  tool,
  onTool,
}: {
  readonly tool: Tool;
  readonly onTool: (tool: Tool) => void;
}): ReactNode {
  return (
    <fieldset>
      <legend className="cad-visually-hidden">What a drag does</legend>
      {tools.map(([id, label, how]) => (
        <button
          key={id}
          type="button"
          className="cad-button"
          aria-pressed={tool === id}
          title={how}
          onClick={() => onTool(id)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

/** The metres of a circle, and what is told of what is being drawn. */
export function SketchBar({
  tool,
  sketch,
  metres,
  onMetres,
  around,
  onChoose,
}: {
  readonly tool: Tool;
  readonly sketch: Sketch | null;
  readonly metres: string;
  readonly onMetres: (metres: string) => void;
  /** Around what a circle is drawn by the button. */
  readonly around: string;
  readonly onChoose: () => void;
}): ReactNode {
  const id = useId();
  if (tool === 'measure')
    return (
      <p className="cad-map-sketch" role="status">
        {sketch?.kind === 'measure'
          ? measuredText(sketch.points)
          : 'Click along the line; a double click ends it.'}
      </p>
    );
  if (tool !== 'radius') return null;
  const [from, to] = sketch?.points ?? [];
  return (
    <form
      className="cad-map-sketch"
      onSubmit={(event) => {
        event.preventDefault();
        onChoose();
      }}
    >
      <label htmlFor={id}>Metres</label>
      <input
        id={id}
        type="number"
        min={1}
        max={100000}
        required
        value={from && to ? Math.round(metresBetween(from, to)) : metres}
        onChange={(event) => onMetres(event.target.value)}
      />
      <button type="submit" className="cad-button">
        Choose around {around}
      </button>
      <span className="cad-muted">
        {from && to
          ? lengthText(metresBetween(from, to))
          : 'or drag from the middle outwards, or click a place.'}
      </span>
    </form>
  );
}
