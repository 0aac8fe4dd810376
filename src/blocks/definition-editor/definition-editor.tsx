import { type ReactNode, useEffect, useState } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { ErrorCard, Skeleton } from '#src/render/states.tsx';
import { isDefinitionEditor } from './link.ts';
import type { PreviewView } from './preview-panel.tsx';
import { useDefinition } from './use-definition.ts';
import { Workbench } from './workbench.tsx';
import './definition-editor.css';

export function DefinitionEditor(props: BlockProps): ReactNode {
  const { block, text } = props;
  if (!isDefinitionEditor(block)) return null;
  const path = text(block.path);
  if (path === '') return <div className="cad-empty">{block.empty}</div>;
  return <OneDefinition key={path} path={path} props={props} />;
}

function OneDefinition({ path, props }: { readonly path: string; readonly props: BlockProps }) {
  const [view, setView] = useState<PreviewView>({ as: '', width: 'full', dark: false });
  const definition = useDefinition(path, view);
  const { setDirty } = props;
  const { unsaved, loaded, failure, open } = definition;
  useEffect(() => {
    setDirty(unsaved);
    return () => setDirty(false);
  }, [unsaved, setDirty]);
  if (failure)
    return (
      <ErrorCard title="This definition could not be read" failure={failure} onRetry={() => void open()} />
    );
  if (!loaded) return <Skeleton lines={8} />;
  return <Workbench {...definition} loaded={loaded} view={view} onView={setView} props={props} />;
}
