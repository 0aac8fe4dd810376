import { Suspense, useState } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { askConfirm } from '#src/render/confirm.tsx';
import { lazyPart } from '#src/render/load-part.ts';
import type { LinkedGrid, SavedView } from './definition.ts';
import { failureText } from './failure-text.ts';
import { layoutNow, lostText } from './keep-view.ts';
import { type ColumnChoice, noChoice } from './layout.ts';
import type { Notice } from './notice.ts';
import { isSavedId } from './saved-views.ts';
import type { Sort } from './sorting.ts';
import type { SavedViews } from './use-saved-views.ts';
import { type ViewChoice, ViewChooser } from './view-chooser.tsx';

const ViewNameDialog = lazyPart(async () => (await import('./view-name-dialog.tsx')).ViewNameDialog);

/** The right to say what is for all. */
const forAll = 'coptU';

export interface ViewBarProps {
  readonly props: BlockProps & { readonly block: LinkedGrid };
  readonly saved: SavedViews;
  readonly choice: ColumnChoice;
  readonly choose: (choice: ColumnChoice) => void;
  readonly sort: Sort;
  /** Whether this person laid the view out anew, sorted, grouped or filtered it. */
  readonly changed: boolean;
  readonly setNotice: (notice: Notice) => void;
}

interface Asking {
  readonly title: string;
  readonly name: string;
  readonly save: (name: string) => Promise<unknown>;
}

/** What the address says besides a view, of which none is another's. */
const ofView = ['sort', 'group', 'filter'] as const;

/** Which view is shown, what of it is changed, and what becomes of that. */
export function ViewBar({ props, saved, choice, choose, sort, changed, setNotice }: ViewBarProps) {
  const { block, url, scope } = props;
  const { views, saved: shown } = block;
  const [asking, setAsking] = useState<Asking | null>(null);
  const may = scope.perms.includes(forAll);
  const asked = url.get('view');
  const forget = (keys: readonly string[] = ofView) => {
    for (const key of keys) url.set(key, undefined);
  };
  const go = (id: string) => url.set('view', id === (views[0]?.id ?? '') ? undefined : id);
  const report = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => setNotice({ kind: 'error', text: failureText(error) }));
  /** What is kept is no change of this person's any more. */
  const kept = ({ id }: SavedView) => {
    choose(noChoice);
    forget();
    go(String(id));
  };
  const layout = () => layoutNow(block, choice, sort);
  const keep = (sharing: 'own' | 'shared', title: string) => {
    const own = sharing === 'own';
    if (shown && shown.sharing === sharing && (!own || shown.mine))
      return report(saved.save(shown, { layout: layout() }).then(kept));
    setAsking({
      title,
      name: shown?.name ?? '',
      save: async (name) => kept(await saved.create({ name, sharing, layout: layout() })),
    });
  };

  const several = views.length + saved.items.length > (views.length === 0 ? 0 : 1);
  const chooser: ViewChoice | null =
    several || (block.savesViews && changed)
      ? {
          views,
          saved: saved.items,
          view: shown ? String(shown.id) : (block.view ?? ''),
          onView: (id) => {
            // An order of one view is none of the other's; what a saved view says, the address would hide.
            forget(isSavedId(id) || shown ? ofView : ['sort']);
            go(id);
          },
          changed,
          lost: (block.lost ?? []).length > 0,
          onReset: () => {
            choose(noChoice);
            forget();
          },
          onSave: block.savesViews ? () => keep('own', 'Save as mine') : null,
          onSaveForAll: block.savesViews && may ? () => keep('shared', 'Save for all') : null,
          manage: shown
            ? managing(shown, may, {
                rename: () =>
                  setAsking({
                    title: 'Rename view',
                    name: shown.name,
                    save: (name) => saved.save(shown, { name }),
                  }),
                share: (sharing) => report(saved.save(shown, { sharing })),
                remove: () =>
                  report(
                    askConfirm({
                      title: 'Delete view',
                      text: `The view “${shown.name}” is deleted${shown.sharing === 'own' ? '' : ' for all'}. The rows stay as they are.`,
                      confirm: 'Delete',
                      intent: 'danger',
                    }).then(async (yes) => {
                      if (!yes) return;
                      await saved.remove(shown);
                      forget();
                      go(views[0]?.id ?? '');
                    }),
                  ),
              })
            : [],
        }
      : null;

  const gone = isSavedId(asked) && !shown && block.savesViews;
  const lost = block.lost ?? [];
  return (
    <>
      {chooser ? <ViewChooser {...chooser} /> : null}
      {gone || lost.length > 0 ? (
        <p className="cad-grid-notice cad-grid-view-lost" data-kind="info" role="status">
          {gone && saved.failed
            ? 'The saved views could not be loaded. The usual columns are shown.'
            : gone
              ? 'The view of this address does not exist any more, or is somebody else’s. The usual columns are shown.'
              : lostText(lost)}
        </p>
      ) : null}
      {asking ? (
        <Suspense fallback={null}>
          <ViewNameDialog
            title={asking.title}
            name={asking.name}
            onSave={asking.save}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

interface Work {
  readonly rename: () => void;
  readonly share: (sharing: SavedView['sharing']) => void;
  readonly remove: () => void;
}

/** What this person may do with a saved view. */
function managing({ sharing, mine }: SavedView, may: boolean, work: Work): ViewChoice['manage'] {
  if (sharing === 'own' ? !mine : !may) return [];
  const item = (text: string, onClick: () => void, offered: boolean) => (offered ? [{ text, onClick }] : []);
  const open = sharing !== 'locked';
  return [
    ...item('Rename …', work.rename, open),
    ...item('Share with all', () => work.share('shared'), sharing === 'own' && may),
    ...item('Keep to myself', () => work.share('own'), sharing === 'shared' && mine),
    ...item('Lock', () => work.share('locked'), sharing === 'shared'),
    ...item('Unlock', () => work.share('shared'), !open),
    ...item('Delete …', work.remove, open),
  ];
}
