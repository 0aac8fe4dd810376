import { Dialog } from '#src/render/dialog.tsx';
import type { Shortcut } from './shortcuts.ts';

/** The overlay that lists the keys of the frame. */
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
  return (
    <Dialog closing="cross" title="Keyboard shortcuts" onClose={onClose}>
      <dl className="cad-keys">
        <div>
          <dt>
            <kbd>Ctrl</kbd> <kbd>K</kbd>
          </dt>
          <dd>Find a page, report or record; works while you type, too</dd>
        </div>
        {shortcuts.map(({ key, text }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Esc</kbd>
          </dt>
          <dd>Close what lies over the page</dd>
        </div>
      </dl>
      <label className="cad-check">
        <input type="checkbox" checked={on} onChange={(event) => onSwitch(event.target.checked)} />
        Single keys work on every page
      </label>
      <p className="cad-note">
        While they are off, the list of shortcuts is in your menu. Grids, editors and lists have keys of their
        own, which always work.
      </p>
    </Dialog>
  );
}
