import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { LinkedParam, LinkedScreen } from '#src/core/linked.ts';
import type { SourceView } from './block-props.ts';
import { ParamInput } from './param-input.tsx';
import { useWorkspace } from './ports.tsx';

/** One row of a panel that lies over the page. */
const mostYears = 8;
const edge = 8;

/** Whether the input offers what may be chosen, so that choosing one thing says all. */
function isChoice({ codes, list, choices, entity, many }: LinkedParam): boolean {
  return !many && (codes !== null || list !== null || choices !== undefined || entity !== null);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** Changes one parameter where its chip stands: Enter applies, Escape leaves, and so does a click elsewhere. */
export function ParamEditor({
  param,
  screen,
  sources,
  value,
  onApply,
  onClose,
}: {
  readonly param: LinkedParam;
  readonly screen: LinkedScreen;
  readonly sources: { readonly [id: string]: SourceView };
  readonly value: unknown;
  readonly onApply: (value: unknown) => void;
  /** `kept`: who worked by keys is left at the chip. */
  readonly onClose: (kept: boolean) => void;
}): ReactNode {
  const { years } = useWorkspace();
  const [draft, setDraft] = useState<{ readonly value: unknown; readonly problem?: string | undefined }>({
    value,
  });
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const outside = (event: Event) => {
      if (!(event.target instanceof Node) || !box.current?.parentElement?.contains(event.target))
        latest.current(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, []);
  useLayoutEffect(() => {
    const panel = box.current;
    const over = (panel?.getBoundingClientRect().right ?? 0) - (window.innerWidth - edge);
    if (panel && over > 0) panel.style.left = `${-over}px`;
  }, []);
  // What is required cannot be emptied; a place in the path is.
  const complete = draft.problem === undefined && !(param.required && isEmpty(draft.value));
  const apply = (next: unknown) => {
    onApply(next);
    onClose(true);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onClose(true);
  };
  return (
    <div
      ref={box}
      className="cad-param-editor"
      role="dialog"
      aria-label={`Change ${param.title}`}
      onKeyDown={press}
      // What is typed replaces what stands.
      onFocus={({ target }) => {
        if (target instanceof HTMLInputElement && target.type !== 'checkbox') target.select();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (complete) apply(draft.value);
        }}
      >
        <ParamInput
          param={param}
          screen={screen}
          sources={sources}
          value={draft.value}
          problem={draft.problem}
          autoFocus
          onChange={(next, problem) => {
            if (problem === undefined && isChoice(param) && !isEmpty(next)) apply(next);
            else setDraft({ value: next, problem });
          }}
        />
        {param.format === 'baseYear' && years.length > 0 ? (
          <fieldset className="cad-param-years" aria-label="Years with data">
            {years.slice(0, mostYears).map((year) => (
              <button
                key={year}
                type="button"
                className="cad-button"
                aria-pressed={year === value}
                onClick={() => apply(year)}
              >
                {year}
              </button>
            ))}
          </fieldset>
        ) : null}
        <div className="cad-param-buttons">
          <button type="submit" className="cad-button cad-primary" disabled={!complete}>
            Apply
          </button>
          {/* What begins with a value is changed; without any it would find nothing. */}
          {param.required || param.default !== null || isEmpty(value) ? null : (
            <button type="button" className="cad-button" onClick={() => apply(null)}>
              Clear
            </button>
          )}
        </div>
      </form>
    </div>
  );
}
