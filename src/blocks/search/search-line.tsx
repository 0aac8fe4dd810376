import { useEffect, useRef, useState } from 'react';
import { Icon } from '#src/render/icon.tsx';
import type { KeptSearch } from './kept.ts';

const longestName = 80;

/** A kept search: opened, filled in again, made a favourite, named, removed. */
export function SearchLine({
  search,
  mayFavour,
  onOpen,
  onFill,
  onStar,
  onName,
  onForget,
}: {
  readonly search: KeptSearch;
  readonly mayFavour: boolean;
  readonly onOpen: () => void;
  readonly onFill: () => void;
  readonly onStar: () => void;
  readonly onName: (name: string | null) => Promise<void>;
  readonly onForget: () => void;
}) {
  const { name, text, favourite } = search;
  const label = name ?? text;
  const [naming, setNaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const back = useRef(false);
  useEffect(() => {
    if (!naming && back.current) rename.current?.focus();
    back.current = naming;
  }, [naming]);
  if (naming)
    return (
      <li>
        <NameForm
          name={name ?? ''}
          label={`Name of: ${text}`}
          onCancel={() => setNaming(false)}
          onName={async (next) => {
            await onName(next);
            setNaming(false);
          }}
        />
      </li>
    );
  return (
    <li>
      <span className="cad-kept-words">
        <button type="button" className="cad-link-button" onClick={onOpen}>
          {label}
        </button>
        {name ? <span className="cad-kept-text">{text}</span> : null}
      </span>
      <span className="cad-kept-buttons">
        <button type="button" className="cad-button" aria-label={`Fill in: ${label}`} onClick={onFill}>
          Fill in
        </button>
        {mayFavour ? (
          <>
            <button
              type="button"
              className="cad-button"
              aria-label={`Favourite: ${label}`}
              aria-pressed={favourite}
              title={favourite ? 'No favourite any more' : 'Make a favourite'}
              onClick={onStar}
            >
              <Icon name={favourite ? 'star' : 'star-empty'} />
            </button>
            <button
              type="button"
              ref={rename}
              className="cad-button"
              aria-label={`Rename: ${label}`}
              title="Rename"
              onClick={() => setNaming(true)}
            >
              <Icon name="edit" />
            </button>
          </>
        ) : null}
        <button
          type="button"
          className="cad-button"
          aria-label={`Remove: ${label}`}
          title="Remove from this list"
          onClick={onForget}
        >
          <Icon name="cross" />
        </button>
      </span>
    </li>
  );
}

function NameForm({
  name,
  label,
  onName,
  onCancel,
}: {
  readonly name: string;
  readonly label: string;
  readonly onName: (name: string | null) => Promise<void>;
  readonly onCancel: () => void;
}) {
  const [typed, setTyped] = useState(name);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <form
      className="cad-kept-name"
      onSubmit={(event) => {
        event.preventDefault();
        void onName(typed.trim() === '' ? null : typed.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
    >
      <input
        ref={input}
        className="cad-input"
        aria-label={label}
        autoComplete="off"
        maxLength={longestName}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="submit" className="cad-button">
        Save name
      </button>
      <button type="button" className="cad-button" onClick={onCancel}>
        Cancel
      </button>
    </form>
  );
}
