// The buttons of the toolbar, with how the text at the cursor stands.
import phrasesIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/annotation.js';
import boldIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/bold.js';
import rewordIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/generate.js';
import italicIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/italic.js';
import linkIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/link.js';
import outdentIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/menu-closed.js';
import indentIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/menu-open.js';
import numberedIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/numbered-list.js';
import bulletsIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/properties.js';
import redoIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/redo.js';
import underlineIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/underline.js';
import undoIcon from '@blueprintjs/icons/lib/esm/generated/16px/paths/undo.js';
import { type EditorState, RichUtils } from 'draft-js';
import { draftStyles, draftTypes } from './draft-state.ts';
import { mayIndent } from './edits.ts';
import type { Tool } from './tool-button.tsx';

export function toolGroups({
  state,
  run,
  phrases,
  rewords,
}: {
  readonly state: EditorState;
  readonly run: (command: string) => () => void;
  /** Whether the menu of phrases is open; null where there is none. */
  readonly phrases: 'open' | 'closed' | null;
  readonly rewords: boolean;
}): readonly (readonly Tool[])[] {
  const style = state.getCurrentInlineStyle();
  const type = RichUtils.getCurrentBlockType(state);
  const groups: readonly (readonly Tool[])[] = [
    [
      {
        id: 'bold',
        label: 'Bold',
        keys: 'Control+B',
        icon: boldIcon,
        pressed: style.has(draftStyles.bold),
        run: run('bold'),
      },
      {
        id: 'italic',
        label: 'Italic',
        keys: 'Control+I',
        icon: italicIcon,
        pressed: style.has(draftStyles.italic),
        run: run('italic'),
      },
      {
        id: 'underline',
        label: 'Underline',
        keys: 'Control+U',
        icon: underlineIcon,
        pressed: style.has(draftStyles.underline),
        run: run('underline'),
      },
    ],
    [
      {
        id: 'bullets',
        label: 'Bulleted list',
        keys: 'Control+Shift+8',
        icon: bulletsIcon,
        pressed: type === draftTypes.ul,
        run: run('bullets'),
      },
      {
        id: 'numbers',
        label: 'Numbered list',
        keys: 'Control+Shift+7',
        icon: numberedIcon,
        pressed: type === draftTypes.ol,
        run: run('numbers'),
      },
      {
        id: 'outdent',
        label: 'Decrease indent',
        keys: 'Control+[',
        icon: outdentIcon,
        disabled: !mayIndent(state, -1),
        run: run('outdent'),
      },
      {
        id: 'indent',
        label: 'Increase indent',
        keys: 'Control+]',
        icon: indentIcon,
        disabled: !mayIndent(state, 1),
        run: run('indent'),
      },
    ],
    [{ id: 'link', label: 'Link', keys: 'Control+K', icon: linkIcon, run: run('link') }],
    [
      {
        id: 'undo',
        label: 'Undo',
        keys: 'Control+Z',
        icon: undoIcon,
        disabled: state.getUndoStack().isEmpty(),
        run: run('undo'),
      },
      {
        id: 'redo',
        label: 'Redo',
        keys: 'Control+Y',
        icon: redoIcon,
        disabled: state.getRedoStack().isEmpty(),
        run: run('redo'),
      },
    ],
    [
      ...(phrases === null
        ? []
        : [
            {
              id: 'phrases',
              label: 'Saved phrases',
              word: 'Phrases',
              icon: phrasesIcon,
              expanded: phrases === 'open',
              run: run('phrases'),
            },
          ]),
      ...(rewords
        ? [{ id: 'reword', label: 'Reword using AI', word: 'Reword', icon: rewordIcon, run: run('reword') }]
        : []),
    ],
  ];
  return groups.filter((tools) => tools.length > 0);
}
