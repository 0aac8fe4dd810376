// The editor over draft-js. What it holds is told as the stored shape after each change; a value that comes from
// elsewhere replaces it. Longer than the habit: the parts of one input, its keys and its tools, share one state.

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
import { type ContentBlock, Editor, EditorState, getDefaultKeyBinding, RichUtils } from 'draft-js';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import 'draft-js/dist/Draft.css';
import { mayLink } from '#src/core/href.ts';
import { checkRichText, type RichBlock } from '#src/core/rich-text.ts';
import { useAppPorts } from '#src/render/app-ports.ts';
import { useLinkRule } from '#src/render/link-rule.ts';
import { useSwitch } from '#src/render/switches.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { addressOf, mountPath } from './address.ts';
import { Counter } from './counter.tsx';
import { draftStyles, draftTypes, indentOf, insertBlocks, richOf, startState } from './draft-state.ts';
import {
  backspaceIndent,
  endList,
  indent,
  type LinkPlace,
  linkPlace,
  mayIndent,
  selectedText,
  setLink,
  toggleList,
  toggleStyle,
  wholeSelected,
} from './edits.ts';
import { LinkDialog } from './link-dialog.tsx';
import { blocksOfHtml, blocksOfText } from './paste.ts';
import { PhraseManager } from './phrase-manager.tsx';
import { PhraseMenu } from './phrase-menu.tsx';
import { notEnoughText, RewordDialog, shortestReworded } from './reword-dialog.tsx';
import type { Tool } from './tool-button.tsx';
import { Toolbar } from './toolbar.tsx';

const written = (value: unknown) => JSON.stringify(value ?? null);

function blockClass(block: ContentBlock): string {
  const pixels = indentOf(block);
  return pixels > 0 ? `cad-rich-indent-${pixels}` : '';
}

/** Keys beside the editor's own. */
function ownKey(event: KeyboardEvent): string | null {
  const control = (event.ctrlKey || event.metaKey) && !event.altKey;
  if (control && event.key === 'k') return 'link';
  if (control && event.key === ']') return 'indent';
  if (control && event.key === '[') return 'outdent';
  if (control && event.shiftKey && event.code === 'Digit7') return 'numbers';
  if (control && event.shiftKey && event.code === 'Digit8') return 'bullets';
  const command = getDefaultKeyBinding(event);
  return command === 'code' ? null : command;
}

export function RichTextEditor(props: WidgetProps & { readonly rows: number }) {
  const { value, onChange, onBlur, id, label, options } = props;
  const rule = useLinkRule();
  const may = useCallback((href: string) => mayLink(href, rule), [rule]);
  const [state, setState] = useState(() => startState(value));
  const { snackbar } = useAppPorts();
  const rewords = useSwitch('USETXTAI');
  const [linking, setLinking] = useState<LinkPlace | null>(null);
  const [phrases, setPhrases] = useState<'menu' | 'manager' | null>(null);
  /** What is to be worded anew, selected. */
  const [rewording, setRewording] = useState<EditorState | null>(null);
  const editor = useRef<Editor>(null);
  const root = useRef<HTMLDivElement>(null);
  // What the form and the editor agree on.
  const told = useRef(written(value));
  const content = state.getCurrentContent();
  const telling = useRef(content);

  const given = written(value);
  useEffect(() => {
    if (given === told.current) return;
    told.current = given;
    const fresh = startState(JSON.parse(given));
    telling.current = fresh.getCurrentContent();
    setState(fresh);
  }, [given]);

  // After it is drawn, so that the editor never draws an older text over what is being typed.
  useEffect(() => {
    if (content === telling.current) return;
    telling.current = content;
    const rich = richOf(content);
    const checked = checkRichText(rich, () => true);
    if ('fault' in checked) {
      told.current = written(rich);
      onChange(rich, checked.fault.message);
    } else if (written(checked.value) !== told.current) {
      told.current = written(checked.value);
      onChange(checked.value);
    }
  }, [content, onChange]);

  useNativeLabel(root, props);

  const focus = () => editor.current?.focus();
  const wantsFocus = useRef(false);
  const goBack = () => {
    wantsFocus.current = true;
  };
  // Once the newest text is drawn and no dialog is open: what is typed next goes into it.
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    editor.current?.focus();
  });
  /** Does something to the text by a button and goes on there. */
  const apply = (next: EditorState) => {
    setState(next);
    goBack();
  };

  const link = useCallback(
    (href: string) => {
      const address = addressOf(href, window.location.origin, mountPath());
      return may(address) ? address : null;
    },
    [may],
  );

  const style = state.getCurrentInlineStyle();
  const type = RichUtils.getCurrentBlockType(state);
  const commands: { readonly [command: string]: () => void } = {
    bold: () => apply(toggleStyle(state, 'bold')),
    italic: () => apply(toggleStyle(state, 'italic')),
    underline: () => apply(toggleStyle(state, 'underline')),
    bullets: () => apply(toggleList(state, 'ul')),
    numbers: () => apply(toggleList(state, 'ol')),
    indent: () => apply(indent(state, 1)),
    outdent: () => apply(indent(state, -1)),
    link: () => setLinking(linkPlace(state)),
    phrases: () => setPhrases(phrases === 'menu' ? null : 'menu'),
    reword: () => {
      const wanted = state.getSelection().isCollapsed() ? wholeSelected(state) : state;
      if (selectedText(wanted).trim().length < shortestReworded) snackbar('warning', notEnoughText);
      else setRewording(wanted);
    },
    undo: () => apply(EditorState.undo(state)),
    redo: () => apply(EditorState.redo(state)),
  };
  const phraseName = typeof options.phrases === 'string' ? options.phrases : null;
  const run = (command: string) => commands[command] ?? focus;
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
      ...(phraseName === null
        ? []
        : [
            {
              id: 'phrases',
              label: 'Saved phrases',
              icon: phrasesIcon,
              expanded: phrases === 'menu',
              run: run('phrases'),
            },
          ]),
      ...(rewords ? [{ id: 'reword', label: 'Reword using AI', icon: rewordIcon, run: run('reword') }] : []),
    ],
  ];

  const paste = (text: string, html: string | undefined, current: EditorState) => {
    const fromHtml: readonly RichBlock[] = html ? blocksOfHtml(html, link) : [];
    const blocks = fromHtml.length > 0 ? fromHtml : blocksOfText(text);
    setState(insertBlocks(current, blocks));
    return 'handled' as const;
  };
  const maxLength = typeof options.maxLength === 'number' ? options.maxLength : null;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving any part of it is leaving the field
    <div
      ref={root}
      className="cad-rich-editor"
      data-invalid={props.invalid || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
      }}
    >
      <Toolbar
        label={`${label}: formatting`}
        controls={id}
        groups={groups.filter((tools) => tools.length > 0)}
      >
        {phrases === 'menu' && phraseName !== null ? (
          <PhraseMenu
            name={phraseName}
            onInsert={(text) => {
              setPhrases(null);
              apply(insertBlocks(state, blocksOfText(text)));
            }}
            onManage={() => setPhrases('manager')}
            onClose={(back) => {
              setPhrases(null);
              if (back) root.current?.querySelector<HTMLElement>('[data-tool="phrases"]')?.focus();
            }}
          />
        ) : null}
      </Toolbar>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a click beside the words is one into them */}
      <div
        className="cad-rich-text cad-rich"
        style={{ minHeight: `${props.rows * 19 + 16}px` }}
        onClick={(event) => {
          if (event.target === event.currentTarget) focus();
        }}
      >
        <Editor
          ref={editor}
          editorState={state}
          onChange={setState}
          ariaLabel={label}
          ariaMultiline
          role="textbox"
          spellCheck
          {...(props.describedBy ? { ariaDescribedBy: props.describedBy } : {})}
          {...(props.placeholder && content.getFirstBlock().getType() === draftTypes.p
            ? { placeholder: props.placeholder }
            : {})}
          blockStyleFn={blockClass}
          keyBindingFn={ownKey}
          handleKeyCommand={(command, current) => {
            const mine = commands[command];
            // Styles, undo and redo are the editor's own, which knows the newest text.
            const next =
              command === 'backspace'
                ? (backspaceIndent(current) ?? RichUtils.handleKeyCommand(current, command))
                : command === 'indent' || command === 'outdent'
                  ? indent(current, command === 'indent' ? 1 : -1)
                  : RichUtils.handleKeyCommand(current, command);
            if (next) {
              setState(next);
              return 'handled';
            }
            if (!mine) return 'not-handled';
            mine();
            return 'handled';
          }}
          handleReturn={(event, current) => {
            const next = event.shiftKey ? RichUtils.insertSoftNewline(current) : endList(current);
            if (!next) return 'not-handled';
            setState(next);
            return 'handled';
          }}
          handlePastedText={paste}
          handlePastedFiles={() => 'handled'}
          handleDroppedFiles={() => 'handled'}
        />
      </div>
      {maxLength === null ? null : <Counter content={content} most={maxLength} />}
      {phrases === 'manager' && phraseName !== null ? (
        <PhraseManager
          name={phraseName}
          onClose={() => {
            setPhrases(null);
            goBack();
          }}
        />
      ) : null}
      {rewording ? (
        <RewordDialog
          text={selectedText(rewording)}
          onAccept={(proposal) => {
            setRewording(null);
            apply(insertBlocks(rewording, blocksOfText(proposal)));
          }}
          onClose={() => {
            setRewording(null);
            goBack();
          }}
        />
      ) : null}
      {linking ? (
        <LinkDialog
          place={linking}
          mayLink={may}
          onSet={(href) => {
            setLinking(null);
            apply(setLink(state, linking, href));
          }}
          onClose={() => {
            setLinking(null);
            goBack();
          }}
        />
      ) : null}
    </div>
  );
}

/** Gives the editable element what a native input would have: the id, the states, and its label's click. */
function useNativeLabel(
  root: { readonly current: HTMLDivElement | null },
  { id, required, invalid, autoFocus }: WidgetProps,
): void {
  const first = useRef(autoFocus === true);
  useEffect(() => {
    const box = root.current?.querySelector<HTMLElement>('[contenteditable="true"]');
    if (!box) return;
    box.id = id;
    box.setAttribute('aria-required', String(required));
    box.setAttribute('aria-invalid', String(invalid));
    if (first.current) box.focus();
    first.current = false;
    const focusIt = () => box.focus();
    const label = document.querySelector(`label[for="${CSS.escape(id)}"]`);
    label?.addEventListener('click', focusIt);
    return () => label?.removeEventListener('click', focusIt);
  }, [root, id, required, invalid]);
}
