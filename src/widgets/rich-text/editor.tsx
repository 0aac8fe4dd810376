// The editor over draft-js. What it holds is told as the stored shape after each change; a value that comes from
// elsewhere replaces it. Longer than the habit: the parts of one input, its keys and its tools, share one state.

import { type ContentBlock, Editor, EditorState, getDefaultKeyBinding, RichUtils } from 'draft-js';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import 'draft-js/dist/Draft.css';
import { mayLink } from '#src/core/href.ts';
import type { RichBlock } from '#src/core/rich-text.ts';
import { isKey, type KeyHelp, useKeys } from '#src/render/keys.ts';
import { useLinkRule } from '#src/render/link-rule.ts';
import { useAppPorts, useSwitch } from '#src/render/ports.tsx';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { addressOf, mountPath } from './address.ts';
import { Counter } from './counter.tsx';
import { draftTypes, indentOf, insertBlocks } from './draft-state.ts';
import {
  backspaceIndent,
  endList,
  indent,
  type LinkPlace,
  linkPlace,
  selectedText,
  setLink,
  toggleList,
  toggleStyle,
  wholeSelected,
} from './edits.ts';
import { LinkDialog } from './link-dialog.tsx';
import { useNativeLabel } from './native-label.ts';
import { blocksOfHtml, blocksOfText } from './paste.ts';
import { PhraseManager } from './phrase-manager.tsx';
import { PhraseMenu } from './phrase-menu.tsx';
import { notEnoughText, RewordDialog, shortestReworded } from './reword-dialog.tsx';
import { Toolbar } from './toolbar.tsx';
import { toolGroups } from './tools.ts';
import { useRichValue } from './use-rich-value.ts';

function blockClass(block: ContentBlock): string {
  const pixels = indentOf(block);
  return pixels > 0 ? `cad-rich-indent-${pixels}` : '';
}

/** What the library hears by itself. */
const libraryKeys: readonly KeyHelp[] = [
  { keys: ['Ctrl+B'], text: 'Bold' },
  { keys: ['Ctrl+I'], text: 'Italic' },
  { keys: ['Ctrl+U'], text: 'Underline' },
  { keys: ['Ctrl+Z'], text: 'Undo' },
  { keys: ['Ctrl+Y'], text: 'Redo' },
];

/** What it does not. */
const ownKeys: readonly (KeyHelp & { readonly command: string })[] = [
  { keys: ['Ctrl+K'], text: 'Link', command: 'link' },
  { keys: ['Ctrl+]'], text: 'Indent', command: 'indent' },
  { keys: ['Ctrl+['], text: 'Outdent', command: 'outdent' },
  { keys: ['Ctrl+Shift+7'], text: 'Numbered list', command: 'numbers' },
  { keys: ['Ctrl+Shift+8'], text: 'Bulleted list', command: 'bullets' },
];

function ownKey(event: KeyboardEvent): string | null {
  const { code, ctrlKey, metaKey, altKey, shiftKey } = event;
  // With Shift a figure writes another sign.
  const key = code === 'Digit7' || code === 'Digit8' ? code.slice(-1) : event.key;
  const own = ownKeys.find((help) => isKey({ key, ctrlKey, metaKey, altKey, shiftKey }, help));
  if (own) return own.command;
  const command = getDefaultKeyBinding(event);
  return command === 'code' ? null : command;
}

/** Styles, undo and redo are the editor's own, which knows the newest text. */
function ownEdit(command: string, current: EditorState): EditorState | null {
  if (command === 'indent' || command === 'outdent') return indent(current, command === 'indent' ? 1 : -1);
  const unindented = command === 'backspace' ? backspaceIndent(current) : null;
  return unindented ?? RichUtils.handleKeyCommand(current, command);
}

export function RichTextEditor(props: WidgetProps & { readonly rows: number }) {
  const { value, onChange, onBlur, id, label, options } = props;
  const rule = useLinkRule();
  const may = useCallback((href: string) => mayLink(href, rule), [rule]);
  const { state, setState, content } = useRichValue(value, onChange);
  useKeys('Text editor', [...libraryKeys, ...ownKeys.map(({ keys, text }) => ({ keys, text }))]);
  const { snackbar } = useAppPorts();
  const rewords = useSwitch('USETXTAI');
  const [linking, setLinking] = useState<LinkPlace | null>(null);
  const [phrases, setPhrases] = useState<'menu' | 'manager' | null>(null);
  /** What is to be worded anew, selected. */
  const [rewording, setRewording] = useState<EditorState | null>(null);
  const editor = useRef<Editor>(null);
  const root = useRef<HTMLDivElement>(null);
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
  /** Only one dialog is open at a time. */
  const leave = () => {
    setPhrases(null);
    setRewording(null);
    setLinking(null);
    goBack();
  };
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
  const groups = toolGroups({
    state,
    run,
    phrases: phraseName === null ? null : phrases === 'menu' ? 'open' : 'closed',
    rewords,
  });

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
      <Toolbar label={`${label}: formatting`} controls={id} groups={groups}>
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
            const next = ownEdit(command, current);
            if (next) setState(next);
            else commands[command]?.();
            return next || commands[command] ? 'handled' : 'not-handled';
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
        <PhraseManager name={phraseName} onClose={leave} />
      ) : null}
      {rewording ? (
        <RewordDialog
          text={selectedText(rewording)}
          onAccept={(proposal) => {
            setRewording(null);
            apply(insertBlocks(rewording, blocksOfText(proposal)));
          }}
          onClose={leave}
        />
      ) : null}
      {linking ? (
        <LinkDialog
          place={linking}
          hosts={rule.hosts}
          mayLink={may}
          onSet={(href) => {
            setLinking(null);
            apply(setLink(state, linking, href));
          }}
          onClose={leave}
        />
      ) : null}
    </div>
  );
}
