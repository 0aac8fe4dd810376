import { Dialog } from '#src/render/dialog.tsx';
import { anyLetter, type KeyHelp, keysOfPage } from '#src/render/keys.ts';
import { paletteKey } from './palette/use-palette-key.ts';
import type { Shortcut } from './shortcuts.ts';

/** What stands on a key that is no letter. */
const caps: { readonly [key: string]: string } = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Escape: 'Esc',
  [anyLetter]: 'any letter',
};

/** Keys that are pressed with the same ones held: `Ctrl+Home`, `Ctrl+End` are Ctrl with Home or End. */
function rowsOf(keys: readonly string[]): readonly { held: readonly string[]; ends: readonly string[] }[] {
  const rows = new Map<string, string[]>();
  for (const chord of keys) {
    // The plus sign alone is a key itself.
    const at = chord === '+' ? -1 : chord.lastIndexOf('+', chord.length - 2);
    const held = chord.slice(0, Math.max(at, 0));
    const end = chord.slice(at + 1);
    rows.set(held, [...(rows.get(held) ?? []), caps[end] ?? end]);
  }
  return [...rows].map(([held, ends]) => ({ held: held === '' ? [] : held.split('+'), ends }));
}

function Keys({ title, keys }: { readonly title: string; readonly keys: readonly KeyHelp[] }) {
  return (
    <section className="cad-keys-part">
      <h3>{title}</h3>
      <dl className="cad-keys">
        {keys.map((help) => (
          <div key={`${help.keys.join()} ${help.text}`}>
            <dt>
              {rowsOf(help.keys).map(({ held, ends }) => (
                <span key={held.join()}>
                  {[...held, ...ends].map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </span>
              ))}
            </dt>
            <dd>{help.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const close: KeyHelp = { keys: ['Escape'], text: 'Close what lies over the page' };

/** The overlay that lists the keys of the frame, and those that the parts of the page behind it hear. */
export function ShortcutsHelp({
  shortcuts,
  on,
  onSwitch,
  onClose,
}: {
  readonly shortcuts: readonly Shortcut[];
  readonly on: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly onClose: () => void;
}) {
  const frame = shortcuts.map(({ key, text }): KeyHelp => ({ keys: [key], text }));
  return (
    <Dialog closing="cross" title="Keyboard shortcuts" onClose={onClose}>
      <Keys title="Every page" keys={[paletteKey, ...frame, close]} />
      <label className="cad-check">
        <input type="checkbox" checked={on} onChange={(event) => onSwitch(event.target.checked)} />
        Single keys work on every page
      </label>
      <p className="cad-note">
        While they are off, the list of shortcuts is in your menu. The keys of the parts of a page always
        work.
      </p>
      {keysOfPage().map(({ part, keys }) => (
        <Keys key={part} title={part} keys={keys} />
      ))}
    </Dialog>
  );
}
