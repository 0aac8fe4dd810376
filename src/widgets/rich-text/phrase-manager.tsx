import { useEffect, useState } from 'react';
import type { Failure } from '#src/render/block-props.ts';
import { askConfirm } from '#src/render/confirm.tsx';
import { Dialog } from '#src/render/dialog.tsx';
import { asFailure } from '#src/render/failure.ts';
import { useApi, useAppPorts } from '#src/render/ports.tsx';
import { PhraseEditor } from './phrase-editor.tsx';
import { faultOf, isChanged, type Line, linesOf } from './phrase-list.ts';
import { type PhraseMenu, type PhraseType, readPhrases, savePhrases } from './phrases.ts';

type Edited = { readonly [type in PhraseType]: readonly Line[] };

const titles: { readonly [type in PhraseType]: string } = {
  company: 'Company phrases',
  user: 'My phrases',
};

function storedOf(menu: PhraseMenu, type: PhraseType) {
  return type === 'company' ? menu.company : menu.own;
}

const editedOf = (menu: PhraseMenu): Edited => ({ company: linesOf(menu.company), user: linesOf(menu.own) });

/** Manages the phrases of an editor: one's own, and the company's for whoever may. */
export function PhraseManager({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const api = useApi();
  const { snackbar } = useAppPorts();
  const [menu, setMenu] = useState<PhraseMenu | null>(null);
  const [edited, setEdited] = useState<Edited>({ company: [], user: [] });
  const [type, setType] = useState<PhraseType>('user');
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const take = (read: PhraseMenu) => {
    setMenu(read);
    setEdited(editedOf(read));
  };
  const load = () => {
    setFailure(null);
    readPhrases(api, name).then(take, (thrown: unknown) => setFailure(asFailure(thrown)));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once; a reload is asked for
  useEffect(load, [api, name]);

  const types: readonly PhraseType[] = menu?.canUpdateCompany ? ['user', 'company'] : ['user'];
  const changed = types.filter((one) => menu !== null && isChanged(edited[one], storedOf(menu, one)));

  const save = async (force: boolean) => {
    setTried(true);
    const wrong = changed.find((one) => edited[one].some((line) => faultOf(line) !== null));
    if (wrong) return setType(wrong);
    if (menu === null || saving) return;
    setSaving(true);
    setFailure(null);
    try {
      let read = menu;
      for (const one of changed) {
        read = await savePhrases(api, name, one, edited[one], menu.version[one], force);
        // What is saved is saved, whatever becomes of the other list.
        const stored = read;
        setMenu((before) => (before ? mixed(before, stored, one) : stored));
        setEdited((before) => ({ ...before, [one]: linesOf(storedOf(stored, one)) }));
      }
      snackbar('success', 'The phrases are saved');
      onClose();
    } catch (thrown) {
      setFailure(asFailure(thrown));
    } finally {
      setSaving(false);
    }
  };

  const mayClose = async () =>
    changed.length === 0 ||
    askConfirm({
      title: 'Unsaved changes',
      text: 'What you changed in these phrases is not saved. Close them?',
      confirm: 'Close without saving',
      intent: 'danger',
    });
  const close = async () => {
    if (await mayClose()) onClose();
  };

  return (
    <Dialog
      title="Phrases"
      closing="own"
      apart
      className="cad-rich-popup cad-rich-wide"
      mayClose={mayClose}
      onClose={onClose}
    >
      {types.length > 1 ? (
        <div role="tablist" aria-label="Whose phrases" className="cad-phrase-tabs">
          {types.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`cad-phrases-${one}`}
              aria-selected={one === type}
              aria-controls="cad-phrases"
              tabIndex={one === type ? 0 : -1}
              onClick={() => setType(one)}
              onKeyDown={(event) => {
                const other = types.find((candidate) => candidate !== one);
                if ((event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') || !other) return;
                setType(other);
                document.getElementById(`cad-phrases-${other}`)?.focus();
              }}
            >
              {titles[one]}
              {changed.includes(one) ? ' *' : ''}
            </button>
          ))}
        </div>
      ) : null}
      {failure ? (
        <div className="cad-phrase-failure" role="alert">
          <p>{failure.message}</p>
          <button type="button" className="cad-button" onClick={load}>
            Reload
          </button>
          {failure.status === 409 ? (
            <button type="button" className="cad-button cad-danger" onClick={() => void save(true)}>
              Force save
            </button>
          ) : null}
        </div>
      ) : null}
      <div
        id="cad-phrases"
        className="cad-phrase-panel"
        {...(types.length > 1
          ? { role: 'tabpanel', 'aria-labelledby': `cad-phrases-${type}` }
          : { role: 'group', 'aria-label': titles[type] })}
      >
        {menu === null ? (
          <p role="status">{failure ? '' : 'Loading the phrases …'}</p>
        ) : (
          <PhraseEditor
            lines={edited[type]}
            tried={tried}
            onChange={(lines) => setEdited({ ...edited, [type]: lines })}
          />
        )}
      </div>
      <div className="cad-dialog-buttons">
        <button type="button" className="cad-button" onClick={() => void close()}>
          Close
        </button>
        <button
          type="button"
          className="cad-button cad-primary"
          disabled={changed.length === 0}
          aria-busy={saving}
          onClick={() => void save(false)}
        >
          Save
        </button>
      </div>
    </Dialog>
  );
}

/** The menu with one of its lists as it was just saved. */
function mixed(before: PhraseMenu, stored: PhraseMenu, type: PhraseType): PhraseMenu {
  return type === 'company'
    ? { ...before, company: stored.company, version: { ...before.version, company: stored.version.company } }
    : { ...before, own: stored.own, version: { ...before.version, user: stored.version.user } };
}
