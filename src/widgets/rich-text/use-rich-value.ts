// The text that is edited, and the value that the form holds: each change of one is told to the other once.
import type { ContentState, EditorState } from 'draft-js';
import { useEffect, useRef, useState } from 'react';
import { checkRichText } from '#src/core/rich-text.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { richOf, startState } from './draft-state.ts';

const written = (value: unknown) => JSON.stringify(value ?? null);

export function useRichValue(
  value: unknown,
  onChange: WidgetProps['onChange'],
): {
  readonly state: EditorState;
  readonly setState: (state: EditorState) => void;
  readonly content: ContentState;
} {
  const [state, setState] = useState(() => startState(value));
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

  return { state, setState, content };
}
