// The text of a definition. It lives in a shadow root, where CodeMirror adopts style sheets instead of adding
// <style> elements, which the page's Content-Security-Policy forbids.
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  tooltips,
} from '@codemirror/view';
import { type RefObject, useEffect, useRef } from 'react';
import type { Diagnostic } from '#src/core/diagnostic.ts';
import { codeTheme } from './code-theme.ts';
import { completeFrom, helpFrom, marksOf } from './completion.ts';
import type { Schema } from './schema-walk.ts';

export interface CodePort {
  /** Puts the cursor to a place and shows it. */
  readonly goTo: (line: number, column: number) => void;
}

export function CodeEditor({
  text,
  label,
  readOnly,
  schema,
  findings,
  onChange,
  onSave,
  port,
}: {
  readonly text: string;
  readonly label: string;
  readonly readOnly: boolean;
  readonly schema: Schema | null;
  readonly findings: readonly Diagnostic[];
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
  readonly port: RefObject<CodePort | null>;
}) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const writable = useRef(new Compartment());
  // The editor is made once and reads what is current when something happens.
  const now = useRef({ onChange, onSave, schema, text, label, readOnly });
  now.current = { onChange, onSave, schema, text, label, readOnly };

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const made = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: now.current.text,
        extensions: [
          lineNumbers(),
          highlightActiveLineGutter(),
          highlightSpecialChars(),
          history(),
          foldGutter(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          highlightSelectionMatches(),
          json(),
          autocompletion({ override: [completeFrom(() => now.current.schema)], icons: false }),
          helpFrom(() => now.current.schema),
          lintGutter(),
          tooltips({ position: 'fixed' }),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': now.current.label, tabindex: '0' }),
          writable.current.of(EditorState.readOnly.of(now.current.readOnly)),
          keymap.of([
            {
              key: 'Mod-s',
              preventDefault: true,
              run: () => {
                now.current.onSave();
                return true;
              },
            },
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...lintKeymap,
            ...searchKeymap,
            ...foldKeymap,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) now.current.onChange(update.state.doc.toString());
          }),
          codeTheme,
        ],
      }),
    });
    view.current = made;
    port.current = {
      goTo: (line, column) => {
        const at = made.state.doc.line(Math.min(line, made.state.doc.lines));
        made.dispatch({
          selection: { anchor: Math.min(at.from + column - 1, at.to) },
          scrollIntoView: true,
        });
        made.focus();
      },
    };
    return () => {
      port.current = null;
      view.current = null;
      made.destroy();
    };
  }, [port]);

  useEffect(() => {
    const made = view.current;
    if (!made || made.state.doc.toString() === text) return;
    made.dispatch({ changes: { from: 0, to: made.state.doc.length, insert: text } });
  }, [text]);
  useEffect(() => {
    view.current?.dispatch({
      effects: writable.current.reconfigure(EditorState.readOnly.of(readOnly)),
    });
  }, [readOnly]);
  useEffect(() => {
    const made = view.current;
    if (made) made.dispatch(setDiagnostics(made.state, marksOf(made.state, findings)));
  }, [findings]);
  return <div ref={host} className="cad-code" />;
}
