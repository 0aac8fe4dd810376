import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Failure } from '#src/render/block-props.ts';
import { asFailure, isAbort } from '#src/render/failure.ts';
import { useApi } from '#src/render/ports.tsx';
import { type Phrase, type PhraseMenu as Phrases, readPhrases } from './phrases.ts';

/** The saved phrases that may be inserted: the company's, then one's own. The WAI-ARIA menu. */
export function PhraseMenu({
  name,
  onInsert,
  onManage,
  onClose,
}: {
  readonly name: string;
  readonly onInsert: (content: string) => void;
  readonly onManage: () => void;
  /** `back` when the focus is to go back to the button. */
  readonly onClose: (back: boolean) => void;
}) {
  const api = useApi();
  const [phrases, setPhrases] = useState<Phrases | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const gone = new AbortController();
    readPhrases(api, name, gone.signal).then(setPhrases, (thrown: unknown) => {
      if (!gone.signal.aborted && !isAbort(thrown)) setFailure(asFailure(thrown));
    });
    return () => gone.abort();
  }, [api, name]);
  const settled = phrases !== null || failure !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first entry is another one once they have come
  useEffect(() => items(menu.current)[0]?.focus(), [settled]);

  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const outside = (event: PointerEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      // The button that opened it closes it by itself.
      if (target && !menu.current?.contains(target) && !target.closest('[data-tool="phrases"]'))
        close.current(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, []);

  const press = (event: KeyboardEvent) => {
    const all = items(menu.current);
    const held = document.activeElement;
    const at = held instanceof HTMLElement ? all.indexOf(held) : -1;
    const moves: { readonly [key: string]: number } = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) all[next]?.focus();
    else if (event.key === 'Escape') onClose(true);
    else if (event.key === 'Tab') onClose(false);
    else return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  };
  const company = (phrases?.company ?? []).filter(({ active }) => active);
  const own = (phrases?.own ?? []).filter(({ active }) => active);
  const group = (title: string, list: readonly Phrase[]): ReactNode =>
    list.length === 0 ? null : (
      // biome-ignore lint/a11y/useSemanticElements: entries of a menu are grouped so
      <div role="group" aria-label={title}>
        <div className="cad-rich-menu-title" aria-hidden="true">
          {title}
        </div>
        {list.map(({ id, content }) => (
          <button
            key={id}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className="cad-rich-menu-item"
            title={content}
            onClick={() => onInsert(content)}
          >
            {content}
          </button>
        ))}
      </div>
    );
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label="Saved phrases"
      aria-busy={!settled}
      className="cad-rich-menu"
      onKeyDown={press}
      onBlur={(event) => {
        const to = event.relatedTarget;
        if (to !== null && !event.currentTarget.contains(to)) onClose(false);
      }}
    >
      {group('Company phrases', company)}
      {group('My phrases', own)}
      {phrases !== null && company.length + own.length === 0 ? (
        <div role="menuitem" aria-disabled="true" tabIndex={-1} className="cad-rich-menu-note">
          No phrases added
        </div>
      ) : null}
      {failure ? (
        <div role="menuitem" aria-disabled="true" tabIndex={-1} className="cad-rich-menu-note">
          The phrases could not be loaded: {failure.message}
        </div>
      ) : null}
      {settled ? null : (
        <div role="menuitem" aria-disabled="true" tabIndex={-1} className="cad-rich-menu-note">
          Loading the phrases …
        </div>
      )}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        className="cad-rich-menu-item cad-rich-menu-last"
        onClick={onManage}
      >
        Manage phrases …
      </button>
    </div>
  );
}

function items(menu: HTMLElement | null): readonly HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}
