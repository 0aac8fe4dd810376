import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { type Tool, ToolButton } from './tool-button.tsx';

/** The WAI-ARIA toolbar: one stop for Tab, arrows between its buttons. */
export function Toolbar({
  label,
  controls,
  groups,
  children,
}: {
  readonly label: string;
  readonly controls: string;
  readonly groups: readonly (readonly Tool[])[];
  /** What hangs below, e.g. an open menu. */
  readonly children?: ReactNode;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const all = groups.flat();
  const [active, setActive] = useState(0);
  const at = Math.min(active, all.length - 1);
  const press = (event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target.closest('[data-tool]') : null;
    if (!target) return;
    const last = all.length - 1;
    const moves: { readonly [key: string]: number } = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    bar.current?.querySelectorAll<HTMLElement>('[data-tool]')[next]?.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      className="cad-rich-toolbar"
      onKeyDown={press}
      onFocus={(event) => {
        const index = all.findIndex(({ id }) => id === event.target.dataset.tool);
        if (index >= 0) setActive(index);
      }}
    >
      {groups.map((tools) => (
        <div key={tools[0]?.id} className="cad-rich-tools">
          {tools.map((tool) => (
            <ToolButton key={tool.id} tool={tool} reachable={all.indexOf(tool) === at} />
          ))}
        </div>
      ))}
      {children}
    </div>
  );
}
