import { Dialog } from '#src/render/dialog.tsx';

/** The page and the server are of different versions; a forced reload brings them together. */
export function Mismatch({
  kind,
  own,
  other,
  onClose,
}: {
  /** `server`: the server is of another version; `client`: it serves newer pages than this one. */
  readonly kind: 'server' | 'client';
  readonly own: string;
  readonly other: string;
  readonly onClose: () => void;
}) {
  const title = kind === 'server' ? 'Client/server mismatch' : 'Client version mismatch';
  return (
    <Dialog closing="cross" title={title} onClose={onClose}>
      <p>
        {kind === 'server'
          ? `This page is version ${own}, the server is version ${other}.`
          : `This page is version ${own}; version ${other} is there now.`}{' '}
        Save what you have typed, then press <kbd>Ctrl</kbd>+<kbd>F5</kbd> to refresh the page.
      </p>
      <div className="cad-dialog-buttons">
        <button type="button" className="cad-button cad-primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
