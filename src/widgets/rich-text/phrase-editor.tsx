import arrowDown from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-down.js';
import arrowUp from '@blueprintjs/icons/lib/esm/generated/16px/paths/arrow-up.js';
import trash from '@blueprintjs/icons/lib/esm/generated/16px/paths/trash.js';
import { useEffect, useId, useRef } from 'react';
import { faultOf, type Line, moved, withNew } from './phrase-list.ts';
import { longestPhrase } from './phrases.ts';

function LineButton({
  label,
  icon,
  disabled,
  onPress,
}: {
  readonly label: string;
  readonly icon: readonly string[];
  readonly disabled?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="cad-rich-tool"
      aria-label={label}
      title={label}
      aria-disabled={disabled || undefined}
      onClick={() => {
        if (!disabled) onPress();
      }}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
        {icon.map((path) => (
          <path key={path} d={path} fill="currentColor" fillRule="evenodd" />
        ))}
      </svg>
    </button>
  );
}

/** A list of phrases in the order in which the menu offers them. */
export function PhraseEditor({
  lines,
  tried,
  onChange,
}: {
  readonly lines: readonly Line[];
  /** Saving was tried: every fault is shown. */
  readonly tried: boolean;
  readonly onChange: (lines: readonly Line[]) => void;
}) {
  const prefix = useId();
  const list = useRef<HTMLOListElement>(null);
  const change = (key: number, part: Partial<Line>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  const root = useRef<HTMLDivElement>(null);
  // What the dialog was opened for.
  useEffect(() => root.current?.querySelector<HTMLElement>('textarea, .cad-button')?.focus(), []);
  const wanted = useRef<number | null>(null);
  // As soon as it is drawn, so that what is typed next goes there.
  useEffect(() => {
    if (wanted.current === null) return;
    list.current?.querySelectorAll('textarea')[wanted.current]?.focus();
    wanted.current = null;
  });
  return (
    <div ref={root} className="cad-phrases">
      {lines.length === 0 ? <p className="cad-phrases-none">No phrases added</p> : null}
      <ol ref={list}>
        {lines.map((line, i) => {
          const id = `${prefix}-${line.key}`;
          const fault = tried || line.content.length > longestPhrase ? faultOf(line) : null;
          return (
            <li key={line.key}>
              <textarea
                id={id}
                className="cad-input"
                aria-label={`Phrase ${i + 1}`}
                rows={2}
                value={line.content}
                aria-invalid={fault !== null}
                aria-describedby={`${id}-below`}
                onChange={(event) => change(line.key, { content: event.target.value })}
              />
              <div className="cad-phrase-tools">
                <label className="cad-checkbox">
                  <input
                    type="checkbox"
                    checked={line.active}
                    onChange={(event) => change(line.key, { active: event.target.checked })}
                  />
                  Active
                </label>
                <LineButton
                  label={`Move phrase ${i + 1} up`}
                  icon={arrowUp}
                  disabled={i === 0}
                  onPress={() => onChange(moved(lines, line.key, -1))}
                />
                <LineButton
                  label={`Move phrase ${i + 1} down`}
                  icon={arrowDown}
                  disabled={i === lines.length - 1}
                  onPress={() => onChange(moved(lines, line.key, 1))}
                />
                <LineButton
                  label={`Delete phrase ${i + 1}`}
                  icon={trash}
                  onPress={() => {
                    wanted.current = Math.max(0, i - 1);
                    onChange(lines.filter(({ key }) => key !== line.key));
                  }}
                />
              </div>
              <p id={`${id}-below`} className={fault ? 'cad-field-error' : 'cad-field-help'}>
                {fault ??
                  `${line.content.length.toLocaleString('en-AU')} / ${longestPhrase.toLocaleString('en-AU')}`}
              </p>
            </li>
          );
        })}
      </ol>
      <button
        type="button"
        className="cad-button"
        onClick={() => {
          wanted.current = lines.length;
          onChange(withNew(lines));
        }}
      >
        Add a phrase
      </button>
    </div>
  );
}
