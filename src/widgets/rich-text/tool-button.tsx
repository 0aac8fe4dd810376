import type { Ref } from 'react';

export interface Tool {
  readonly id: string;
  readonly label: string;
  /** As `aria-keyshortcuts` has it. */
  readonly keys?: string;
  readonly icon: readonly string[];
  /** A word beside an icon that nobody could guess; part of the label. */
  readonly word?: string;
  /** Of a tool that is on or off. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  /** Of a tool that opens a menu. */
  readonly expanded?: boolean;
  readonly run: () => void;
}

const spoken = (keys: string) => keys.replaceAll('Control', 'Ctrl').replaceAll('+', ' + ');

/** A button of the toolbar. Pressed by mouse it leaves the cursor where it is. */
export function ToolButton({
  tool,
  reachable,
  ref,
}: {
  readonly tool: Tool;
  /** The one that Tab reaches; arrows lead to the others. */
  readonly reachable: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}) {
  const { label, keys } = tool;
  return (
    <button
      ref={ref}
      type="button"
      className="cad-rich-tool"
      data-tool={tool.id}
      aria-label={label}
      title={keys ? `${label} (${spoken(keys)})` : label}
      aria-keyshortcuts={keys}
      aria-pressed={tool.pressed}
      aria-haspopup={tool.expanded === undefined ? undefined : 'menu'}
      aria-expanded={tool.expanded}
      // Not disabled outright: a button that loses itself while it is pressed would lose the focus, too.
      aria-disabled={tool.disabled || undefined}
      tabIndex={reachable ? 0 : -1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!tool.disabled) tool.run();
      }}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
        {tool.icon.map((path) => (
          <path key={path} d={path} fill="currentColor" fillRule="evenodd" />
        ))}
      </svg>
      {tool.word ? <span>{tool.word}</span> : null}
    </button>
  );
}
