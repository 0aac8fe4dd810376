import { useState } from 'react';
import { Dialog } from '#src/render/dialog.tsx';
import { addressOf, mountPath } from './address.ts';
import type { LinkPlace } from './edits.ts';

function helpOf(hosts: readonly string[]): string {
  const outside = hosts.length > 0 ? `, or an https address on one of: ${hosts.join(', ')}` : '';
  return `a page of this application, as its address says it${outside}.`;
}

/** Asks where the words lead. */
export function LinkDialog({
  place,
  hosts,
  mayLink,
  onSet,
  onClose,
}: {
  readonly place: LinkPlace;
  readonly hosts: readonly string[];
  readonly mayLink: (href: string) => boolean;
  /** Null takes the link away. */
  readonly onSet: (href: string | null) => void;
  readonly onClose: () => void;
}) {
  const [typed, setTyped] = useState(place.href);
  const [tried, setTried] = useState(false);
  const href = addressOf(typed, window.location.origin, mountPath());
  const help = helpOf(hosts);
  const refused = tried && !mayLink(href);
  return (
    <Dialog title="Link" closing="own" apart className="cad-rich-popup" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          setTried(true);
          if (mayLink(href)) onSet(href);
        }}
      >
        {place.text ? <p className="cad-rich-quote">{place.text}</p> : null}
        <label className="cad-rich-label" htmlFor="cad-rich-address">
          Address
        </label>
        <input
          id="cad-rich-address"
          className="cad-input"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          aria-invalid={refused}
          aria-describedby="cad-rich-address-help"
          onChange={(event) => setTyped(event.target.value)}
        />
        <p
          id="cad-rich-address-help"
          className={refused ? 'cad-field-error' : 'cad-field-help'}
          role={refused ? 'alert' : undefined}
        >
          {refused ? `A link cannot lead there. Give ${help}` : `Leads to ${help}`}
        </p>
        <div className="cad-dialog-buttons">
          {place.href ? (
            <button type="button" className="cad-button" onClick={() => onSet(null)}>
              Remove the link
            </button>
          ) : null}
          <button type="button" className="cad-button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="cad-button cad-primary">
            Apply
          </button>
        </div>
      </form>
    </Dialog>
  );
}
