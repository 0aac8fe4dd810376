import type { Definition, Difference, Version } from './answers.ts';
import { DifferenceView } from './difference-view.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { StaleDialog } from './stale-dialog.tsx';

export type Asked =
  | { readonly kind: 'publish'; readonly difference: Difference }
  | { readonly kind: 'rollback'; readonly version: Version }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'keep' }
  | { readonly kind: 'stale'; readonly difference: Difference }
  | { readonly kind: 'conflict' };

/** What is asked before something is put in force, each question with a note for the history. */
export function AskedDialog({
  asked,
  definition,
  busy,
  problem,
  onClose,
  onPublish,
  onRollBack,
  onWithdraw,
  onTheirs,
  onMine,
}: {
  readonly asked: Asked | null;
  readonly definition: Definition;
  readonly busy: boolean;
  /** Why the last try was refused. */
  readonly problem: string | null;
  readonly onClose: () => void;
  readonly onPublish: (note: string) => void;
  /** `done` is told when it is done. */
  readonly onRollBack: (version: number, note: string, done: string) => void;
  readonly onWithdraw: (note: string, done: string) => void;
  /** `stale`: somebody published meanwhile; else only a draft was changed. */
  readonly onTheirs: (stale: boolean) => void;
  readonly onMine: (stale: boolean) => void;
}) {
  const { published } = definition;
  const dialog = { busy, problem, onClose };
  return asked?.kind === 'publish' ? (
    <NoteDialog {...dialog} title="Publish this draft?" confirm="Publish" onConfirm={onPublish}>
      <p>Everybody who may see it gets it within half a minute. What changes:</p>
      <DifferenceView difference={asked.difference} />
    </NoteDialog>
  ) : asked?.kind === 'rollback' ? (
    <NoteDialog
      {...dialog}
      title={`Roll back to version ${asked.version.version}?`}
      confirm="Roll back"
      danger
      onConfirm={(note) =>
        onRollBack(asked.version.version, note, `Version ${asked.version.version} is in force again`)
      }
    >
      <p>Its text becomes a new version. Nothing of the history is lost.</p>
    </NoteDialog>
  ) : asked?.kind === 'withdraw' && definition.file === null ? (
    <NoteDialog
      {...dialog}
      title="Remove this definition?"
      confirm="Remove"
      danger
      onConfirm={(note) => onWithdraw(note, 'The definition is removed')}
    >
      <p>Nobody sees it any more. Its versions stay in the history, from where it can be put back.</p>
    </NoteDialog>
  ) : asked?.kind === 'withdraw' ? (
    <NoteDialog
      {...dialog}
      title={definition.state === 'drifted' ? 'Accept the file?' : 'Put the file in force again?'}
      confirm={definition.state === 'drifted' ? 'Accept the file' : 'Put in force'}
      danger
      onConfirm={(note) => onWithdraw(note, 'The file is in force again')}
    >
      <p>The file of the repository is put in force. What was published stays in the history.</p>
    </NoteDialog>
  ) : asked?.kind === 'keep' && published ? (
    <NoteDialog
      {...dialog}
      title="Keep what is published?"
      confirm="Keep it"
      onConfirm={(note) => onRollBack(published.version, note, 'What is published stays in force')}
    >
      <p>The published text becomes a new version over the file as it is now.</p>
    </NoteDialog>
  ) : asked?.kind === 'stale' || asked?.kind === 'conflict' ? (
    <StaleDialog
      difference={asked.kind === 'stale' ? asked.difference : null}
      busy={busy}
      onTheirs={() => onTheirs(asked.kind === 'stale')}
      onMine={() => onMine(asked.kind === 'stale')}
      onClose={onClose}
    />
  ) : null;
}
